package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the pulse of a list is read from.
 *
 * @param admitted the sequence of the tickets that the list admits
 * @param checkins the sequence of its check-ins
 * @param doubles the sequence of its double admissions
 * @param passages the sequence of its passages, {@code null} if nobody comes back through it
 * @param sum the key of the item with the sum of its check-ins
 */
record PulseKeys(
    CheckinList list, String admitted, String checkins, String doubles, String passages, Key sum) {
  static PulseKeys of(String account, String event, CheckinList list, Mode mode) {
    return new PulseKeys(
        list,
        TableSchema.admittedTickets(account, event, list.id(), mode),
        TableSchema.checkins(account, event, list.id(), mode),
        TableSchema.doubleAdmissions(account, event, list.id(), mode),
        list.terms().tracked() ? TableSchema.passages(account, event, list.id(), mode) : null,
        TableSchema.pulse(account, event, list.id(), mode));
  }

  List<String> sequences() {
    return passages == null
        ? List.of(admitted, checkins, doubles)
        : List.of(admitted, checkins, doubles, passages);
  }

  Stream<Key> heads() {
    return sequences().stream().map(TableSchema::head);
  }
}
