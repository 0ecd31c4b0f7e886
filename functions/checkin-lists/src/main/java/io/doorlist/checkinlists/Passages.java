package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.AreaJson;
import io.doorlist.json.JsonValue;
import io.doorlist.json.PassageJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.util.List;

/** Comings and goings: exits, entries after the first, and who is inside. Thread-safe. */
record Passages(Stores stores) {
  Response createExit(Call call) {
    CheckinCommand command = CheckinParameters.command(call);
    String qrToken = CheckinParameters.qrToken(call, "ticket_qr_token");
    RequestedList requested = RequestedList.of(stores, call);

    return exit(requested, qrToken, command);
  }

  /** Answers a scan at an exit. */
  Response exit(RequestedList requested, String qrToken, CheckinCommand command) {
    CheckinOutcome outcome =
        stores.passages().exit(requested.definition(), requested.list(), qrToken, command);
    return OutcomeMapper.answer(outcome, requested.definition().event());
  }

  Response listPassages(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = RequestedList.of(stores, call);

    Page<TicketPassage.Shown> page =
        stores.passages().list(requested.definition(), requested.list(), call.mode(), request);

    return Response.page(call, page, PassageJson.page(page, call.mode()));
  }

  Response deletePassage(Call call) {
    long id = call.id("id");
    RequestedList requested = RequestedList.of(stores, call);

    UndoOutcome outcome =
        stores
            .passages()
            .undo(requested.definition(), requested.list(), id, CheckinParameters.undo(call));

    return OutcomeMapper.answer(outcome);
  }

  Response listAreas(Call call) {
    List<AreaCounts> areas = stores.areas().read(call.definition(), call.mode(), 0);

    JsonValue body = AreaJson.of(call.definition().event(), areas);
    return Response.ok(body).version(body.text());
  }
}
