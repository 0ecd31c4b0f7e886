package io.doorlist.ingest;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** Decides whether an order may be imported, beyond its form. */
final class OrderRules {
  /** The most tickets in an order. */
  static final int MAX_TICKETS = 1000;

  /** Check-ins and webhook events have the data too, and an import does not change them. */
  private static final String FORGET = "it is not yet; `doorlist forget` does it";

  private OrderRules() {}

  /**
   * Checks an order by itself, against its event, and that it keeps what must not change.
   *
   * @param stored the order as stored, or {@code null}
   */
  static Optional<ImportOutcome> check(Event event, Order stored, Order order) {
    if (order.tickets().size() > MAX_TICKETS) {
      return refused("tickets", "an order has 1,000 tickets at most");
    }
    Set<Long> ids = new HashSet<>();
    Set<String> codes = new HashSet<>();
    if (order.qrCodeIdentifier() != null) {
      codes.add(order.qrCodeIdentifier());
    }
    List<Ticket> tickets = order.tickets();
    for (int i = 0; i < tickets.size(); i++) {
      Ticket ticket = tickets.get(i);
      String field = "tickets[" + i + "].";
      if (event.ticketType(ticket.ticketType()).isEmpty()) {
        return refused(field + "ticket_type", "the event has no such type");
      }
      if (!ids.add(ticket.id())) {
        return refused(field + "id", "another ticket of the order has it");
      }
      if (ticket.qrCodeIdentifier() != null && !codes.add(ticket.qrCodeIdentifier())) {
        return refused(field + "qr_code_identifier", "it is used twice in the order");
      }
    }
    return stored == null ? Optional.empty() : checkChange(stored, order);
  }

  private static Optional<ImportOutcome> checkChange(Order stored, Order incoming) {
    if (stored.mode() != incoming.mode()) {
      return refused("test_mode", "it cannot change");
    }
    if (incoming.forgotten() && !stored.forgotten()) {
      return refused("forgotten", FORGET);
    }
    Set<Long> forgotten = stored.forgottenTickets();
    for (int i = 0; i < incoming.tickets().size(); i++) {
      Ticket ticket = incoming.tickets().get(i);
      boolean there = stored.tickets().stream().anyMatch(known -> known.id() == ticket.id());
      if (there && ticket.forgotten() && !forgotten.contains(ticket.id())) {
        return refused("tickets[" + i + "].forgotten", FORGET);
      }
    }
    return Optional.empty();
  }

  /**
   * Returns the stored order with the cancellations of an incoming version, and no other change.
   */
  static Order cancelled(Order stored, Order incoming) {
    boolean cancelled = incoming.state() == OrderState.CANCELLED;
    Set<Long> voided =
        incoming.tickets().stream()
            .filter(ticket -> ticket.state() == TicketState.VOID)
            .map(Ticket::id)
            .collect(Collectors.toSet());
    List<Ticket> tickets =
        stored.tickets().stream()
            .map(ticket -> voided.contains(ticket.id()) ? ticket.voided() : ticket)
            .toList();
    boolean same =
        tickets.equals(stored.tickets()) && (!cancelled || stored.state() == OrderState.CANCELLED);
    return same ? stored : stored.cancelled(cancelled, tickets, incoming.updatedAt());
  }

  private static Optional<ImportOutcome> refused(String field, String reason) {
    return Optional.of(ImportOutcome.refused(field, reason));
  }
}
