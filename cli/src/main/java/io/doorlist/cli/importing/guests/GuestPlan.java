package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestOrders.Planned;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ListedGuestStore;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * What a list is going to change. Nothing is written yet.
 *
 * @param orders the orders that the list mentions
 * @param added guests whom no earlier list had
 * @param findings what the organiser should know before the import
 * @param objections reasons to write nothing, unless an option overrules them
 * @param after findings that are shown after all others
 * @param list the number of the list
 * @param rows for the id of each ticket, the row of its guest in this list, or in the last list
 *     that had the guest
 */
record GuestPlan(
    List<Planned> orders,
    List<GuestRow> added,
    List<Finding> findings,
    List<Finding> objections,
    List<Finding> after,
    long list,
    Map<Long, ListedGuestStore.Row> rows) {
  /**
   * Decides what becomes of all guests.
   *
   * @param matching says which guest has which stored row
   * @param stored the orders of all guest lists of the event, by their ids
   * @param admitted says whether a check-in list of the event admits a type of tickets
   */
  static GuestPlan of(
      GuestListOptions options,
      GuestList list,
      GuestTypes types,
      GuestMatching matching,
      Map<Long, Order> stored,
      Arrivals arrivals,
      LastRows lastRows,
      Predicate<String> admitted,
      String currency,
      Instant now) {
    boolean whole = options.replace && list.refused().isEmpty() && !list.guests().isEmpty();
    long number = GuestIds.list(options.listName);
    GuestOrders orders =
        new GuestOrders(types, currency, stored, matching, arrivals, number, whole, now);
    List<Planned> planned = orders.all(list.guests());
    TicketChanges tickets = TicketChanges.of(stored, planned, orders, lastRows, admitted);
    GuestChanges changes = new GuestChanges(options, list, matching, lastRows, whole);
    List<Finding> findings = new ArrayList<>();
    if (options.replace && !whole) {
      findings.add(Finding.of(FindingType.NOTHING_REPLACED));
    }
    findings.addAll(changes.findings(tickets));
    List<Finding.Named> gone =
        orders.gone().stream().map(it -> Finding.Named.of(it, lastRows)).toList();
    if (!gone.isEmpty()) {
      FindingType becomes = whole ? FindingType.GONE_BECOME_VOID : FindingType.GONE_STAY;
      findings.add(Finding.of(becomes, "count", gone.size(), "tickets", gone));
    }
    List<Finding> after =
        orders.keptOut() == 0
            ? List.of()
            : List.of(Finding.of(FindingType.STAY_OUT, "count", orders.keptOut()));
    List<GuestRow> added =
        matching.added().stream().sorted(Comparator.comparing(GuestRow::place)).toList();
    return new GuestPlan(
        planned,
        added,
        List.copyOf(findings),
        changes.objections(tickets),
        after,
        number,
        lastRows.with(number, orders.tickets()));
  }
}
