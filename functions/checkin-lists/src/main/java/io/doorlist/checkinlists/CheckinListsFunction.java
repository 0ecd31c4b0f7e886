package io.doorlist.checkinlists;

import io.doorlist.domain.Mode;
import io.doorlist.domain.NotFoundException;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.checkin.UndoOutcome;
import io.doorlist.domain.checkin.UndoneCheckin;
import io.doorlist.domain.checkin.UploadedScan;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.search.SearchCommand;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Call;
import io.doorlist.http.Response;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.http.Version;
import io.doorlist.json.AdmittedJson;
import io.doorlist.json.CheckinJson;
import io.doorlist.json.CheckinListJson;
import io.doorlist.json.DoubleAdmissionJson;
import io.doorlist.json.JsonValue;
import io.doorlist.json.TicketHistoryJson;
import io.doorlist.paging.Count;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.priming.Priming;
import io.doorlist.store.Stores;
import io.doorlist.store.checkin.CheckinStore;
import io.doorlist.store.checkin.ticket.TicketKeys;
import java.time.Clock;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.SortedMap;
import java.util.concurrent.Executor;

/**
 * Check-in lists and check-ins. Thread-safe.
 *
 * <p>Implementation notes. A door may decide by a definition that is seconds old, as the stores
 * remember event definitions. Answers that show texts of the definition (listCheckinLists,
 * getCheckinList, listTicketsOfList, getPulse and getDoorCopy) read it anew, and a list that is
 * missing in a remembered definition is looked up again before the answer is 404. A poll with the
 * tag of getCheckinList, listCheckins, listOrdersOfList or listTicketsOfList reads only the HEAD of
 * one sequence (ADR 0016); the tag of listCheckinLists is made of its content, so it saves bytes
 * but no reads.
 */
public final class CheckinListsFunction extends ApiFunction {
  private static final String EVENT = "/{account_slug}/{event_slug}";
  private static final String LISTS = EVENT + "/checkin_lists";
  private static final String LIST = LISTS + "/{" + DoorCopies.LIST_ID + "}";
  private static final int MAX_SEARCH = 200;

  /** How many scans of one request are answered at the same time. */
  private static final int SCANS_AT_ONCE = 10;

  private final Stores stores;
  private final String qrBaseUrl;
  private final Batch batch;
  private final Pulses pulses;
  private final Passages passages;

  /** Creates the function with the table and the settings of the environment. */
  public CheckinListsFunction() {
    this(
        Stores.fromEnvironment(),
        Clock.systemUTC(),
        Settings.fromEnvironment(),
        count -> Thread.ofVirtual().start(count));
    Priming.run(CheckinListsFunction.class, stores, CheckinListsFunction::new);
  }

  /** For priming; nothing is counted. */
  private CheckinListsFunction(Stores stores) {
    this(stores, Clock.systemUTC(), Settings.fromEnvironment());
  }

  /** Creates the function with these stores and this clock; it counts no refusals. */
  public CheckinListsFunction(Stores stores, Clock clock, Settings settings) {
    this(stores, clock, settings, count -> {});
  }

  /**
   * Creates the function.
   *
   * @param aside runs the counting of refusals, so that no answer waits for it
   */
  CheckinListsFunction(Stores stores, Clock clock, Settings settings, Executor aside) {
    this(stores, clock, settings, aside, Workers.virtualThreads(SCANS_AT_ONCE));
  }

  /**
   * Creates the function.
   *
   * @param aside runs the counting of refusals, so that no answer waits for it
   * @param workers that answer the scans of one request
   */
  public CheckinListsFunction(
      Stores stores, Clock clock, Settings settings, Executor aside, Workers workers) {
    this.stores = stores;
    this.qrBaseUrl = settings.qrBaseUrl();
    Access remembered = Access.event(stores.events()::findDefinition);
    Access current = Access.event(stores.events()::readDefinition);
    this.pulses = new Pulses(stores, clock, aside);
    this.batch = new Batch(clock, workers, CheckinStore.MAX_TOGETHER);
    this.passages = new Passages(stores);
    DoorCopies copies = new DoorCopies(stores, qrBaseUrl, clock);
    serve(
        Router.routes()
            .get(LISTS, current, this::listCheckinLists)
            .get(EVENT + "/pulse", current, pulses::getPulse, pulses::versions)
            .get(EVENT + "/areas", current, passages::listAreas)
            .get(EVENT + "/tickets", remembered.deskOnly(), this::searchTickets)
            .get(
                EVENT + "/tickets/{reference}/history",
                remembered.deskOnly(),
                this::getTicketHistory)
            .get(LIST, current, this::getCheckinList, version(stores.checkins()::version))
            .get(
                LIST + "/checkins",
                remembered,
                this::listCheckins,
                pageVersion(stores.checkins()::version))
            .postJson(LIST + "/checkins", remembered, this::createCheckins)
            .delete(LIST + "/checkins/{id}", remembered, this::deleteCheckin)
            .get(LIST + "/passages", remembered.deskOnly(), passages::listPassages)
            .delete(LIST + "/passages/{id}", remembered, passages::deletePassage)
            .get(LIST + "/double_admissions", remembered.deskOnly(), this::listDoubleAdmissions)
            .get(LIST + "/undone", remembered.deskOnly(), this::listUndone)
            .get(
                LIST + "/orders",
                remembered,
                this::listOrders,
                pageVersion(stores.orders()::admittedOrdersVersion))
            .get(
                LIST + "/tickets",
                current,
                this::listTickets,
                pageVersion(stores.orders()::admittedTicketsVersion))
            .get(LIST + "/door", current, copies::getDoorCopy, copies::versions)
            .postForm(LIST + "/orders/{order_qr_token}/checkins", remembered, this::checkInOrder)
            .get(LIST + "/tickets/{ticket_qr_token}", remembered, this::getAdmission)
            .post(LIST + "/tickets/{ticket_qr_token}/checkins", remembered, this::checkInTicket)
            .post(LIST + "/tickets/{ticket_qr_token}/exits", remembered, passages::createExit)
            .build(),
        clock,
        settings);
  }

  private Response listCheckinLists(Call call) {
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

  private Response getCheckinList(Call call) {
    CheckinList list = requested(call).list();

    Count count = counts(call, List.of(list)).getFirst();

    return Response.ok(CheckinListJson.of(list, count.count())).version(count.version());
  }

  /** Finds the version of a list's check-ins, or of what it admits. */
  private interface ListVersion {
    Optional<String> find(String account, String event, long list, Mode mode);
  }

  private static Version version(ListVersion stored) {
    return call ->
        stored.find(call.account(), call.event(), call.id(DoorCopies.LIST_ID), call.mode()).stream()
            .toList();
  }

  private static Version pageVersion(ListVersion stored) {
    Version version = version(stored);
    return call -> {
      call.query().page();
      return version.of(call);
    };
  }

  private Response listCheckins(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = requested(call).list();

    Page<Checkin> page =
        stores.checkins().list(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, CheckinJson.page(page, call.mode())).version(page.version());
  }

  private Response createCheckins(Call call) {
    List<Scans.Scan> scans = Scans.read(call);
    RequestedList requested = requested(call);

    return batch.answer(
        call.deadline(),
        scans,
        some -> together(requested, some),
        scan -> answer(call, requested, scan));
  }

  private Map<Integer, Response> together(RequestedList requested, List<Scans.Scan> scans) {
    List<UploadedScan> uploaded =
        scans.stream().map(scan -> new UploadedScan(scan.code(), scan.command())).toList();
    Map<Integer, Response> answers = new HashMap<>();
    stores
        .checkins()
        .checkInTickets(requested.definition(), requested.list(), uploaded)
        .forEach((index, outcome) -> answers.put(index, OutcomeMapper.answer(outcome)));
    return answers;
  }

  private Response answer(Call call, RequestedList requested, Scans.Scan scan) {
    if (scan.code().isEmpty()) {
      throw new NotFoundException("QR code");
    }
    if (scan.exit()) {
      return passages.exit(requested, scan.code(), scan.command());
    }
    CheckinOutcome outcome =
        stores
            .checkins()
            .checkInTicket(requested.definition(), requested.list(), scan.code(), scan.command());
    pulses.count(call, requested.list().id(), scan.code(), scan.command(), outcome);
    return OutcomeMapper.answer(outcome);
  }

  private Response getAdmission(Call call) {
    CheckinCommand command = CheckinParameters.look(call);
    String qrToken = CheckinParameters.qrToken(call, "ticket_qr_token");
    RequestedList requested = requested(call);

    TicketLook look =
        stores.checkins().look(requested.definition(), requested.list(), qrToken, command);
    if (look instanceof TicketLook.Unseen unseen) {
      pulses.count(call, requested.list().id(), qrToken, command, unseen.outcome());
    }

    return OutcomeMapper.answer(look, requested.definition().event());
  }

  private Response searchTickets(Call call) {
    SearchCommand command = SearchParameters.search(call);

    SearchOutcome outcome = stores.searches().find(call.definition(), command);

    return OutcomeMapper.answer(outcome, call.definition().event());
  }

  private Response getTicketHistory(Call call) {
    PageRequest request = call.query().page();
    SearchCommand command = SearchParameters.reference(call, "reference");

    Optional<SearchOutcome> tooMany = stores.searches().tooMany(call.definition(), command);
    if (tooMany.isPresent()) {
      return OutcomeMapper.answer(tooMany.get(), call.definition().event());
    }
    List<TicketKeys> tickets = stores.searches().places(call.definition(), command);
    if (tickets.isEmpty()) {
      throw new NotFoundException("ticket");
    }
    List<TicketEvent> events =
        stores.ticketHistories().read(call.definition(), call.mode(), tickets, command.deadline());

    Page<TicketEvent> page = Page.of(events, request);
    return Response.page(call, page, TicketHistoryJson.page(page, call.mode()));
  }

  private Response listDoubleAdmissions(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = requested(call);

    Page<DoubleAdmission> page =
        stores
            .doubleAdmissions()
            .list(requested.definition(), requested.list(), call.mode(), request);

    return Response.page(
        call, page, DoubleAdmissionJson.page(page, call.mode(), requested.definition().event()));
  }

  private Response deleteCheckin(Call call) {
    long id = call.id("id");
    RequestedList requested = requested(call);

    UndoOutcome outcome =
        stores
            .undos()
            .undo(requested.definition(), requested.list(), id, CheckinParameters.undo(call));

    return OutcomeMapper.answer(outcome);
  }

  private Response listUndone(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = requested(call).list();

    Page<UndoneCheckin> page =
        stores.undos().list(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, CheckinJson.undone(page, call.mode()));
  }

  private Response listOrders(Call call) {
    PageRequest request = call.query().page();
    CheckinList list = requested(call).list();

    Page<AdmittedOrder> page =
        stores
            .orders()
            .listAdmittedOrders(call.account(), call.event(), list, call.mode(), request);

    return Response.page(call, page, AdmittedJson.orders(page, call.mode(), qrBaseUrl))
        .version(page.version());
  }

  private Response listTickets(Call call) {
    PageRequest request = call.query().page();
    RequestedList requested = requested(call);

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

  private Response checkInOrder(Call call) {
    CheckinCommand command = CheckinParameters.command(call);
    SortedMap<String, Integer> wanted = CheckinParameters.ticketCounts(call);
    String qrToken = CheckinParameters.qrToken(call, "order_qr_token");
    RequestedList requested = requested(call);

    CheckinOutcome outcome =
        stores
            .checkins()
            .checkInOrder(requested.definition(), requested.list(), qrToken, wanted, command);
    pulses.count(call, requested.list().id(), qrToken, command, outcome);

    return OutcomeMapper.answer(outcome);
  }

  private Response checkInTicket(Call call) {
    CheckinCommand command = CheckinParameters.command(call);
    String qrToken = CheckinParameters.qrToken(call, "ticket_qr_token");
    RequestedList requested = requested(call);

    CheckinOutcome outcome =
        stores.checkins().checkInTicket(requested.definition(), requested.list(), qrToken, command);
    pulses.count(call, requested.list().id(), qrToken, command, outcome);

    return OutcomeMapper.answer(outcome);
  }

  private RequestedList requested(Call call) {
    return RequestedList.of(stores, call);
  }

  private List<Count> counts(Call call, List<CheckinList> lists) {
    return stores.checkins().counts(call.account(), call.event(), call.mode(), lists);
  }
}
