package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.HappeningJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.history.DoorLog.Part;
import java.util.List;

/** What happened at a list. Thread-safe. */
record Happened(Stores stores) {
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

  Response listHappenings(Call call) {
    int items = call.items();
    long after = call.after();
    boolean open = call.query().flag("open").orElse(false);
    RequestedList requested = RequestedList.of(stores, call);
    EventDefinition definition = requested.definition();

    Part part =
        open
            ? stores.log().open(definition, requested.list(), call.mode(), after, items)
            : stores.log().after(definition, requested.list(), call.mode(), after, items);

    return Response.ok(
        HappeningJson.log(
            part.happenings(),
            part.names(),
            call.next(part.next()),
            call.mode(),
            definition.event()));
  }
}
