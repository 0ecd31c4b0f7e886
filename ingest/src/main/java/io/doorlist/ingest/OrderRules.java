package io.doorlist.ingest;

import io.doorlist.domain.Event;
import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.Order;
import io.doorlist.domain.Ticket;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** What an order must be to be taken in, beyond its form. */
final class OrderRules {
  /** How many tickets an order has at most. */
  static final int MAX_TICKETS = 1000;

  /** Check-ins and webhook events have the data too, and an import does not reach them. */
  private static final String FORGET = "it is not yet; `doorlist forget` does it";

  private OrderRules() {}

  /** Checks an order by itself and against its event. */
  static Optional<ImportOutcome> check(Event event, Order order) {
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
    return Optional.empty();
  }

  /** Checks what a change may not change. */
  static Optional<ImportOutcome> checkChange(Order stored, Order incoming) {
    if (stored.mode() != incoming.mode()) {
      return refused("test_mode", "it cannot change");
    }
    if (changed(stored.qrCodeIdentifier(), incoming.qrCodeIdentifier())) {
      return refused("qr_code_identifier", "it cannot change");
    }
    if (incoming.forgotten() && !stored.forgotten()) {
      return refused("forgotten", FORGET);
    }
    Map<Long, Integer> positions = new HashMap<>();
    for (int i = 0; i < incoming.tickets().size(); i++) {
      positions.put(incoming.tickets().get(i).id(), i);
    }
    for (Ticket ticket : stored.tickets()) {
      Integer position = positions.get(ticket.id());
      if (position == null) {
        return refused(
            "tickets",
            "ticket " + ticket.id() + " is missing; to cancel it, set its state to void");
      }
      Ticket next = incoming.tickets().get(position);
      if (changed(ticket.qrCodeIdentifier(), next.qrCodeIdentifier())) {
        return refused("tickets[" + position + "].qr_code_identifier", "it cannot change");
      }
      if (next.forgotten() && !ticket.forgotten()) {
        return refused("tickets[" + position + "].forgotten", FORGET);
      }
    }
    return Optional.empty();
  }

  private static boolean changed(String stored, String incoming) {
    return incoming != null && !incoming.equals(stored);
  }

  private static Optional<ImportOutcome> refused(String field, String reason) {
    return Optional.of(ImportOutcome.refused(field, reason));
  }
}
