package io.doorlist.cli.importing.pretix;

import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * An order from a file that lacks some fields, merged into the stored order: those fields keep
 * their values, and an order without changes keeps its times.
 */
final class PartialOrder {
  private PartialOrder() {}

  static Order over(Order stored, Order partial) {
    Order changed = with(stored, partial, partial.updatedAt(), tickets(stored, partial));
    return changed.saysTheSameAs(stored) ? stored : changed;
  }

  /** The file leaves out void tickets; any other missing ticket is really gone. */
  private static List<Ticket> tickets(Order stored, Order partial) {
    Map<Long, Ticket> given = byId(partial);
    List<Ticket> tickets = new ArrayList<>();
    Set<Long> placed = new HashSet<>();
    for (Ticket old : stored.tickets()) {
      Ticket ticket = given.get(old.id());
      if (ticket != null) {
        tickets.add(old.forgotten() ? ticket.forget() : ticket);
        placed.add(ticket.id());
      } else if (old.state() == TicketState.VOID) {
        tickets.add(old);
      }
    }
    partial.tickets().stream().filter(ticket -> placed.add(ticket.id())).forEach(tickets::add);
    return tickets;
  }

  private static Order with(Order stored, Order partial, Instant at, List<Ticket> tickets) {
    boolean refunded = stored.amountRefunded() > 0;
    return new Order(
        stored.id(),
        partial.reference(),
        partial.mode(),
        partial.state(),
        refunded ? stored.paymentState() : partial.paymentState(),
        customer(stored.customer(), partial.customer()),
        stored.createdAt(),
        at,
        partial.currency(),
        partial.amount(),
        stored.amountRefunded(),
        stored.invoice(),
        stored.responses(),
        stored.qrCodeIdentifier(),
        tickets,
        stored.validIfPending(),
        stored.forgotten());
  }

  private static Customer customer(Customer stored, Customer partial) {
    return new Customer(
        stored.firstName(),
        stored.lastName(),
        partial.email(),
        partial.phoneNumber(),
        stored.companyName(),
        stored.taxId(),
        stored.address());
  }

  private static Map<Long, Ticket> byId(Order order) {
    return order.tickets().stream()
        .collect(Collectors.toMap(Ticket::id, Function.identity(), (one, other) -> one));
  }
}
