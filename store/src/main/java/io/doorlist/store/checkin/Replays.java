package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.store.checkin.doubles.DoubleAdmissionStore;
import io.doorlist.store.checkin.passage.PassageStore;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.UsedKey;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import java.util.List;

/** Answers repeated requests as the first ones were answered. Thread-safe. */
record Replays(
    Dynamo dynamo,
    SequencePages pages,
    PassageStore passages,
    DoubleAdmissionStore doubleAdmissions) {
  /**
   * Returns the refusal, unless what is in the way was written by this very request: a twin with
   * the same key may have been written after the key was read. A mark and its key are written
   * together, so the key exists by now.
   */
  CheckinOutcome unlessOwn(CheckinRequest request, CheckinOutcome refusal) {
    return request
        .idempotencyKey()
        .flatMap(key -> dynamo.get(key, request.command().deadline()))
        .map(item -> of(request, item))
        .orElse(refusal);
  }

  /**
   * Answers a repeated request with the check-ins of the first one, whatever has changed since,
   * even if they were undone.
   */
  CheckinOutcome of(CheckinRequest request, Item key) {
    UsedKey used = UsedKey.of(key);
    if (request.command().key() != null
        && !used.request().equals(request.command().key().request())) {
      return new CheckinOutcome.KeyReused();
    }
    if (DoubleAdmissionStore.isDouble(key)) {
      return doubleAdmissions.replay(request, key);
    }
    if (key.has(UsedKey.PASSAGE)) {
      return passages.reentered(request, used);
    }
    List<CheckinOutcome.CheckedIn> tickets =
        pages
            .rows(request.sequence(), used.first(), used.rows(), request.command().deadline())
            .stream()
            .flatMap(row -> used.checkins(row).stream())
            .map(each -> request.checkedIn(each.mark(), each.type()))
            .toList();
    return used.order()
        ? new CheckinOutcome.OrderCheckedIn(tickets, used.remaining())
        : tickets.getFirst();
  }
}
