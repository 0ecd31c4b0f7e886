package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A row of an earlier import of a guest list, read back from the tickets that it made.
 *
 * @param order the order of the first ticket
 * @param tickets the guest's ticket, then those of companions, by their places
 */
record StoredRow(Order order, List<Ticket> tickets) {
  /**
   * The form of a companion's reference: the guest's reference and a place. It shows the row and
   * the place of a companion whose id does not contain them.
   */
  private static final Pattern COMPANION = Pattern.compile("(.+)-(\\d{1,4})");

  StoredRow {
    tickets = List.copyOf(tickets);
  }

  /** Reads the rows of a list from the event's orders, sorted by their ids. */
  static List<StoredRow> of(Collection<Order> orders, long list) {
    Map<String, List<Ticket>> rows = new LinkedHashMap<>();
    Map<Long, Order> orderOf = new HashMap<>();
    orders.stream()
        .sorted(Comparator.comparingLong(Order::id))
        .forEach(
            order -> {
              Map<String, Ticket> guests = new HashMap<>();
              order.tickets().forEach(each -> guests.put(each.reference(), each));
              for (Ticket ticket : order.tickets()) {
                if (GuestIds.list(ticket.id()) == list) {
                  orderOf.put(ticket.id(), order);
                  rows.computeIfAbsent(row(order, ticket, guests), any -> new ArrayList<>())
                      .add(ticket);
                }
              }
            });
    return rows.values().stream()
        .map(
            tickets -> {
              tickets.sort(Comparator.comparingInt(StoredRow::place).thenComparingLong(Ticket::id));
              return new StoredRow(orderOf.get(tickets.getFirst().id()), tickets);
            })
        .toList();
  }

  private static String row(Order order, Ticket ticket, Map<String, Ticket> guests) {
    Matcher companion = COMPANION.matcher(ticket.reference());
    Ticket guest = companion.matches() ? guests.get(companion.group(1)) : null;
    if (guest != null && !GuestIds.hasRow(guest.id())) {
      // The id of the guest has no row number, but the ids of companions who were added later have
      // one.
      return order.id() + " " + guest.reference();
    }
    // The order is part of the key, because a former companion with a row of their own is in
    // another order.
    return GuestIds.hasRow(ticket.id())
        ? order.id() + " row " + GuestIds.row(ticket.id())
        : order.id() + " " + ticket.reference();
  }

  private static int place(Ticket ticket) {
    int place = GuestIds.hasRow(ticket.id()) ? GuestIds.place(ticket.id()) : 0;
    Matcher companion = COMPANION.matcher(ticket.reference());
    return place == 0 && companion.matches() ? Integer.parseInt(companion.group(2)) - 1 : place;
  }

  Ticket guest() {
    return tickets.getFirst();
  }

  String name() {
    return guest().name();
  }

  String email() {
    return guest().email();
  }

  /** Returns whether the order has only this row's tickets. */
  boolean alone() {
    return tickets.containsAll(order.tickets());
  }

  /** Returns how many people the row lets in, including the guest. */
  int persons() {
    return (int) tickets.stream().filter(each -> each.state() == TicketState.VALID).count();
  }

  boolean isVoid() {
    return guest().state() == TicketState.VOID;
  }

  Admission admission() {
    boolean waits = order.state() == OrderState.PENDING || guest().terms().isBlocked();
    return isVoid() ? Admission.VOID : waits ? Admission.PENDING : Admission.VALID;
  }
}
