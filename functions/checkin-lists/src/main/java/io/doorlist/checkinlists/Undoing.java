package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.store.Stores;

/** Undoes what happened. Thread-safe. */
record Undoing(Stores stores) {
  Response deleteCheckin(Call call) {
    long id = call.id("id");
    RequestedList requested = RequestedList.of(stores, call);

    UndoOutcome outcome =
        stores
            .undos()
            .undo(requested.definition(), requested.list(), id, CheckinParameters.undo(call));

    return OutcomeMapper.answer(outcome);
  }
}
