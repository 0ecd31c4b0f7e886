package io.doorlist.store.checkin.pulse;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.List;
import java.util.stream.Stream;

/**
 * Where the pulse of a list is read from.
 *
 * @param admitted the sequence of the tickets that the list admits
 */
record PulseKeys(CheckinList list, String admitted, SumStore.Place place) {
  static PulseKeys of(String account, String event, CheckinList list, Mode mode) {
    return new PulseKeys(
        list,
        TableSchema.admittedTickets(account, event, list.id(), mode),
        SumStore.Place.of(account, event, list.id(), mode));
  }

  List<String> sequences() {
    return List.of(admitted, place.log());
  }

  Stream<Key> heads() {
    return sequences().stream().map(TableSchema::head);
  }
}
