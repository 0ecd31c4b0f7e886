package io.doorlist.store.checkin;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.door.PassageFold;
import io.doorlist.store.checkin.request.CheckinRequest;
import io.doorlist.store.checkin.request.ScannedTicket;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.Comings;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import java.time.Clock;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;

/** Says what a check-in would answer to tickets and orders that were read. */
final class TicketLooks {
  private TicketLooks() {}

  /**
   * Looks at a ticket.
   *
   * @param meant the tickets that the code stands for: several if it is ambiguous
   * @param order of the ticket, or {@code null}
   */
  static TicketLook ticket(
      CheckinRequest request, List<ScannedTicket> meant, TicketLook.SeenOrder order, Clock clock) {
    ScannedTicket ticket = meant.getFirst();
    Comings comings = request.comings(ticket, clock);
    PassageFold fold = comings.fold();
    return new TicketLook.Seen(
        ticket.ticketId(),
        ticket.reference(),
        ticket.name(),
        ticket.ticketType(),
        ticket.unpaid(request.command().language()).orElse(null),
        meant.size() > 1
            ? CheckinRequest.ambiguous(ticket)
            : request.refusal(ticket, clock).orElse(null),
        fold.presence().at(clock.millis(), comings.emptying()).inside(),
        fold.tally().entries(),
        comings.last().map(Comings.At::look).orElse(null),
        order);
  }

  /**
   * Looks at an order.
   *
   * @param order the item of its code
   * @param tickets those that the list admits
   */
  static TicketLook.SeenOrder order(
      CheckinRequest request, Item order, List<ScannedTicket> tickets, Clock clock) {
    SortedMap<String, Integer> types = new TreeMap<>();
    SortedMap<String, Integer> remaining = new TreeMap<>();
    List<CheckinOutcome> refusals = new ArrayList<>();
    for (ScannedTicket ticket : tickets) {
      Optional<CheckinOutcome> refusal = request.refusal(ticket, clock);
      refusal.ifPresent(refusals::add);
      types.merge(ticket.ticketType(), 1, Integer::sum);
      remaining.merge(ticket.ticketType(), refusal.isEmpty() ? 1 : 0, Integer::sum);
    }
    Collection<String> wanted =
        types.isEmpty()
            ? CodeItems.orderTickets(order).stream().map(CodeItems.OrderTicket::type).toList()
            : types.keySet();
    Optional<CheckinOutcome> refusal = request.refusal(order, wanted, clock);
    if (refusal.isEmpty() && refusals.size() == tickets.size()) {
      refusal =
          refusals.stream()
              .filter(CheckinOutcome.AlreadyCheckedIn.class::isInstance)
              .findFirst()
              .or(() -> refusals.stream().findFirst());
    }
    return new TicketLook.SeenOrder(
        order.number(OrderItems.ID), types, remaining, refusal.orElse(null));
  }
}
