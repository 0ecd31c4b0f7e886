package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.GuestOrders.Planned;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * What a list is going to change, before anything is written.
 *
 * @param orders those that the list says something of
 * @param notes what an organiser decides by
 * @param after what to say once all is written
 */
record GuestPlan(List<Planned> orders, List<String> notes, List<String> after) {
  /** How many are named of those who only stay as they are. */
  private static final int NAMED = 20;

  /**
   * Finds who is who, and what becomes of them.
   *
   * @param stored the orders of all guest lists of the event, by their ids
   * @throws io.doorlist.cli.console.Failure if it looks like a mistake, and the user has not said
   *     that it is none
   */
  static GuestPlan of(
      GuestListOptions options,
      GuestList list,
      GuestTypes types,
      Map<Long, Order> stored,
      ForgottenGuests forgotten,
      String currency,
      Instant now) {
    boolean whole = options.replace && list.refused().isEmpty() && !list.guests().isEmpty();
    boolean decides = list.columns().decide();
    long number = GuestIds.list(options.listName);
    GuestMatching matching =
        GuestMatching.of(
            new GuestCells(types, decides),
            list.guests(),
            list.refusedGuests(),
            StoredRow.of(stored.values(), number),
            forgotten,
            options.same);
    GuestOrders orders =
        new GuestOrders(types, currency, stored, matching, number, whole, whole || decides, now);
    List<Planned> planned = orders.all(list.guests());
    List<String> notes = new ArrayList<>();
    if (options.replace && !whole) {
      notes.add("--replace: nobody becomes void, as rows are refused, or there are none");
    }
    notes.addAll(
        new GuestChanges(options, list, matching, whole)
            .check(TicketChanges.of(stored, planned, orders)));
    if (!orders.gone().isEmpty()) {
      String gone = Text.count(orders.gone().size(), "ticket");
      notes.add(
          whole
              ? "--replace: become void, as no longer in the list: " + gone
              : "not in this list, and stay as they are: %s; --replace makes them void (%s)"
                  .formatted(gone, named(orders.gone())));
    }
    List<String> after = new ArrayList<>();
    if (orders.keptOut() > 0) {
      after.add(
          "stay void, pending or blocked, as no column says otherwise: %s; a column of status does,"
                  .formatted(Text.count(orders.keptOut(), "ticket"))
              + " or --replace");
    }
    return new GuestPlan(planned, List.copyOf(notes), List.copyOf(after));
  }

  private static String named(List<Ticket> tickets) {
    String names =
        tickets.stream().limit(NAMED).map(TicketChanges::named).collect(Collectors.joining(", "));
    return tickets.size() > NAMED ? names + " and more" : names;
  }
}
