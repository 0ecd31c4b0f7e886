package io.doorlist.checkinlists;

import io.doorlist.http.Access;
import io.doorlist.http.ApiFunction;
import io.doorlist.http.Router;
import io.doorlist.http.Settings;
import io.doorlist.priming.FunctionTable;
import io.doorlist.priming.Priming;
import java.time.Clock;

/**
 * Answers the requests about check-in lists and check-ins. Thread-safe.
 *
 * <p>Implementation notes. A door may decide by an event definition that is some seconds old,
 * because the stores cache definitions. Operations that show texts of the definition read it anew.
 * If a list is missing in a cached definition, it is looked up again before the answer is 404.
 */
public final class CheckinListsFunction extends ApiFunction {
  private static final String EVENT = "/{account_slug}/{event_slug}";
  private static final String LISTS = EVENT + "/checkin_lists";
  private static final String LIST = LISTS + "/{" + RequestedList.ID + "}";
  private static final String TICKET = LIST + "/tickets/{" + ScanOperations.TICKET + "}";
  private static final String PAGE = "{?page,items,walk}";
  private static final String SCAN = "{?online,qr_code_scanned,scanned_at}";
  private static final String ENTRY = "{?online,qr_code_scanned,scanned_at,collected}";
  private static final String ENTRY_OF_ORDER =
      "{?online,qr_code_scanned,scanned_at,party,collected}";

  public CheckinListsFunction() {
    this(Priming.table(CheckinListsFunction.class, CheckinListsFunction::new));
  }

  private CheckinListsFunction(FunctionTable opened) {
    this(
        CheckinListStores.over(opened.table()),
        Clock.systemUTC(),
        Settings.fromEnvironment(),
        Workers.FEW);
  }

  public CheckinListsFunction(
      CheckinListStores stores, Clock clock, Settings settings, Workers workers) {
    Access current = Access.event(stores.events()::readDefinition);
    Access remembered = Access.event(stores.events()::findDefinition);
    Access desk = remembered.deskOnly();
    Lists lists = new Lists(stores, settings.qrBaseUrl());
    DoorCopies copies = new DoorCopies(stores, settings.qrBaseUrl(), clock);
    ScanOperations scanning = new ScanOperations(stores, clock, workers);
    Board board = new Board(stores, clock);
    Tickets tickets = new Tickets(stores);
    serve(
        new Router()
            // The lists, and what they admit.
            .get(LISTS + "{?q,page,items,walk}", current, lists::listCheckinLists)
            .get(LIST, current, lists::getCheckinList, lists::version)
            .get(LIST + "/orders" + PAGE, remembered, lists::listOrders, lists::ordersVersion)
            .get(LIST + "/tickets" + PAGE, current, lists::listTickets, lists::ticketsVersion)
            .get(LIST + "/door{?have}", current, copies::getDoorCopy, copies::versions)
            // These record scans, look a ticket up, or take a check-in back.
            .postJson(LIST + "/checkins", remembered, scanning::createCheckins)
            .postForm(
                LIST + "/orders/{" + ScanOperations.ORDER + "}/checkins" + ENTRY_OF_ORDER,
                remembered,
                scanning::checkInOrder)
            .get(TICKET + "{?party,qr_code_scanned}", remembered, scanning::getAdmission)
            .post(TICKET + "/checkins" + ENTRY, remembered, scanning::checkInTicket)
            .post(TICKET + "/exits" + SCAN, remembered, scanning::createExit)
            .delete(LIST + "/checkins/{id}", remembered, lists::deleteCheckin)
            // What happened at a list.
            .get(LIST + "/checkins" + PAGE, remembered, lists::listCheckins, lists::checkinsVersion)
            .get(LIST + "/log{?after,items,open}", desk, lists::listHappenings)
            // The whole event, and single tickets of it.
            .get(EVENT + "/pulse{?minutes,evening}", current, board::getPulse, board::versions)
            .get(EVENT + "/areas", current, board::listAreas)
            .get(EVENT + "/tickets{?q}", desk, tickets::searchTickets)
            .get(EVENT + "/tickets/{reference}/history" + PAGE, desk, tickets::getTicketHistory),
        clock,
        settings);
  }
}
