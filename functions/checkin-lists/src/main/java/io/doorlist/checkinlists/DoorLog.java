package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.checkin.UndoneCheckin;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.DoubleAdmissionJson;
import io.doorlist.json.PassageJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.util.List;

/** What happened at a list. Thread-safe. */
record DoorLog(Stores stores) {
  Response listCheckins(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = RequestedList.of(stores, call).list();

    Page<Checkin> page =
        stores.checkins().list(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, CheckinJson.page(page, call.mode())).version(page.version());
  }

  List<String> checkinsVersion(Call call) {
    return RequestedList.pageVersion(call, stores.checkins()::version);
  }

  Response listPassages(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = RequestedList.of(stores, call);

    Page<TicketPassage.Shown> page =
        stores.passages().list(requested.definition(), requested.list(), call.mode(), request);

    return Response.page(call, page, PassageJson.page(page, call.mode()));
  }

  Response listDoubleAdmissions(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = RequestedList.of(stores, call);

    Page<DoubleAdmission> page =
        stores
            .doubleAdmissions()
            .list(requested.definition(), requested.list(), call.mode(), request);

    return Response.page(
        call, page, DoubleAdmissionJson.page(page, call.mode(), requested.definition().event()));
  }

  Response listUndone(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = RequestedList.of(stores, call).list();

    Page<UndoneCheckin> page =
        stores.undos().list(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, CheckinJson.undone(page, call.mode()));
  }
}
