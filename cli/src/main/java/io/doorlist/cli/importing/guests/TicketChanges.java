package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.GuestOrders.Planned;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * What an import changes for tickets. All orders before and after the import are compared, so that
 * no ticket is overlooked, whatever the reason for its change.
 *
 * @param stops a finding for each ticket that opens a door now, and will not any more, at least not
 *     with its present code
 * @param renamed tickets that get another name, sorted by their rows
 * @param moved guests who get another e-mail address, sorted by their rows
 * @param open how many of the list's tickets open a door now
 */
record TicketChanges(List<Finding> stops, List<Renamed> renamed, List<GuestRow> moved, long open) {
  /** A ticket that gets another name. */
  record Renamed(GuestRow guest, Ticket before, String name) {}

  /** A ticket, and whether its code opens a door. */
  private record Opening(Ticket ticket, boolean opens) {}

  /**
   * Compares all orders before and after the import.
   *
   * @param admitted says whether a check-in list of the event admits a type of tickets
   */
  static TicketChanges of(
      Map<Long, Order> stored,
      List<Planned> planned,
      GuestOrders orders,
      LastRows lastRows,
      Predicate<String> admitted) {
    Map<Long, Opening> before = new TreeMap<>();
    stored.values().forEach(order -> put(order, admitted, before));
    Map<Long, Opening> after = new HashMap<>();
    Set<Long> changed = planned.stream().map(each -> each.order().id()).collect(Collectors.toSet());
    stored.values().stream()
        .filter(order -> !changed.contains(order.id()))
        .forEach(order -> put(order, admitted, after));
    planned.forEach(each -> put(each.order(), admitted, after));
    Set<Long> cut = orders.cut().stream().map(Ticket::id).collect(Collectors.toSet());
    List<Finding> stops = new ArrayList<>();
    before.forEach(
        (id, old) -> {
          Opening now = after.get(id);
          if (old.opens()) {
            GuestRow guest = orders.guestOf(id);
            if (now == null || !now.opens()) {
              stops.add(
                  finding(
                      stops(guest, cut.contains(id)),
                      Finding.Named.of(old.ticket(), lastRows),
                      guest));
            } else if (isReplaced(old.ticket(), now.ticket())) {
              stops.add(
                  finding(
                      FindingType.CODE_REPLACED, Finding.Named.of(old.ticket(), lastRows), guest));
            }
          }
        });
    List<Renamed> renamed = new ArrayList<>();
    Set<GuestRow> moved = new TreeSet<>(Comparator.comparing(GuestRow::place));
    before.forEach(
        (id, old) -> {
          Opening now = after.get(id);
          GuestRow guest = orders.guestOf(id);
          if (now != null && guest != null && isRenamed(old.ticket(), now.ticket(), guest)) {
            renamed.add(new Renamed(guest, old.ticket(), now.ticket().name()));
          }
          if (now != null && guest != null && hasMoved(old.ticket(), now.ticket())) {
            moved.add(guest);
          }
        });
    renamed.sort(Comparator.comparing(each -> each.guest().place()));
    long open =
        before.entrySet().stream()
            .filter(it -> it.getValue().opens() && orders.ofList(it.getKey()))
            .count();
    return new TicketChanges(List.copyOf(stops), List.copyOf(renamed), List.copyOf(moved), open);
  }

  private static void put(Order order, Predicate<String> admitted, Map<Long, Opening> openings) {
    boolean confirmed = order.state() == OrderState.CONFIRMED;
    for (Ticket ticket : order.tickets()) {
      boolean valid = ticket.state() == TicketState.VALID && !ticket.terms().isBlocked();
      boolean opens = confirmed && valid && admitted.test(ticket.ticketType());
      openings.put(ticket.id(), new Opening(ticket, opens));
    }
  }

  private static boolean isReplaced(Ticket old, Ticket now) {
    String code = old.qrCodeIdentifier();
    return code != null && !code.equals(now.qrCodeIdentifier());
  }

  /**
   * Returns whether a ticket gets another name. A companion without a name is called after the
   * guest, so a new name of the guest does not count for the companion.
   */
  private static boolean isRenamed(Ticket old, Ticket now, GuestRow guest) {
    return old.name() != null
        && now.name() != null
        && !old.name().equals(now.name())
        && !(guest.name() != null && now.name().startsWith(guest.name() + " +"));
  }

  private static boolean hasMoved(Ticket old, Ticket now) {
    return old.email() != null && now.email() != null && !GuestCells.same(old.email(), now.email());
  }

  private static FindingType stops(GuestRow guest, boolean cut) {
    FindingType unlisted =
        cut ? FindingType.NO_LONGER_COMES_ALONG : FindingType.NO_LONGER_IN_THE_LIST;
    return guest == null ? unlisted : FindingType.NO_LONGER_COMES;
  }

  private static Finding finding(FindingType what, Finding.Named ticket, GuestRow guest) {
    List<Place> places = guest == null ? List.of() : List.of(guest.place());
    return Finding.at(places, what, "ticket", ticket);
  }
}
