package io.doorlist.checkinlists;

import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.UndoRequest;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.http.Call;
import io.doorlist.http.Caller;
import io.doorlist.http.Response;
import io.doorlist.json.AdmittedJson;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.CheckinListJson;
import io.doorlist.json.HappeningJson;
import io.doorlist.json.JsonValue;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.checkin.history.DoorLog.Part;
import java.util.List;
import java.util.Locale;

/**
 * Answers the requests about check-in lists, what they admit, and what happened at them.
 * Thread-safe.
 */
record Lists(CheckinListStores stores, String qrBaseUrl) {
  private static final int MAX_SEARCH = 200;

  Response listCheckinLists(Call call) {
    PageRequest request = call.query().page();
    String search = call.query().text("q", MAX_SEARCH).orElse("").toLowerCase(Locale.ROOT);

    List<CheckinList> lists =
        call.definition().lists().stream()
            .filter(list -> list.name().toLowerCase(Locale.ROOT).contains(search))
            .toList();
    Page<CheckinList> page =
        Page.of(lists, request)
            .without(
                call.definition().unreadable().stream().map(id -> "check-in list " + id).toList());
    List<Long> counts = counts(call, page.items()).stream().map(Count::count).toList();

    JsonValue body = CheckinListJson.page(page, counts);
    return Response.page(call, page, body).version(body.text());
  }

  Response getCheckinList(Call call) {
    CheckinList list = RequestedList.of(stores, call).list();

    Count count = counts(call, List.of(list)).getFirst();

    return Response.ok(CheckinListJson.of(list, count.count())).version(count.version());
  }

  List<String> version(Call call) {
    return RequestedList.version(call, stores.log()::version);
  }

  Response listOrders(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = RequestedList.of(stores, call).list();

    Page<AdmittedOrder> page =
        stores
            .orders()
            .listAdmittedOrders(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, AdmittedJson.orders(page, call.mode(), qrBaseUrl))
        .version(page.version());
  }

  List<String> ordersVersion(Call call) {
    return RequestedList.pageVersion(call, stores.orders()::admittedOrdersVersion);
  }

  Response listTickets(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = RequestedList.of(stores, call);

    Page<AdmittedTicket> page =
        stores
            .orders()
            .listAdmittedTickets(
                call.account(), call.event(), requested.list(), call.mode(), request);

    return Response.page(
            call,
            page,
            AdmittedJson.tickets(page, call.mode(), requested.definition().event(), qrBaseUrl))
        .version(page.version());
  }

  List<String> ticketsVersion(Call call) {
    return RequestedList.pageVersion(call, stores.orders()::admittedTicketsVersion);
  }

  Response listCheckins(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = RequestedList.of(stores, call).list();
    Page<Checkin> page =
        stores.log().list(call.account(), call.event(), list, call.mode(), request);
    return Response.page(call, page, CheckinJson.page(page, call.mode())).version(page.version());
  }

  List<String> checkinsVersion(Call call) {
    return RequestedList.pageVersion(call, stores.log()::version);
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

  Response deleteCheckin(Call call) {
    long id = call.id("id");
    RequestedList requested = RequestedList.of(stores, call);
    Caller caller = call.caller();
    UndoRequest request =
        new UndoRequest(
            call.mode(), caller.tokenId(), caller.name(), caller.role(), call.deadline());
    return OutcomeMapper.answer(
        stores.undos().undo(requested.definition(), requested.list(), id, request));
  }

  private List<Count> counts(Call call, List<CheckinList> lists) {
    return stores.log().counts(call.account(), call.event(), call.mode(), lists);
  }
}
