package io.doorlist.cli.reporting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a report says of who has a ticket.
 *
 * @param name the ticket's, or else that of who ordered it
 * @param email as the name
 * @param expected whether the ticket lets somebody in
 */
record TicketHolder(
    long ticket, String reference, String name, String email, String ticketType, boolean expected) {
  static final List<String> COLUMNS =
      List.of("ticket_reference", "guest", "email", "ticket_type", "ticket_id");

  static List<TicketHolder> read(AccountReader reader, EventDefinition definition, Mode mode) {
    return reader
        .orders(definition.event().slug(), id -> true)
        .filter(order -> order.mode() == mode)
        .flatMap(order -> order.tickets().stream().map(ticket -> of(order, ticket)))
        .toList();
  }

  private static TicketHolder of(Order order, Ticket ticket) {
    Customer customer = order.customer();
    return new TicketHolder(
        ticket.id(),
        ticket.reference(),
        ticket.name() != null
            ? ticket.name()
            : Stream.of(customer.firstName(), customer.lastName())
                .filter(Objects::nonNull)
                .collect(Collectors.joining(" ")),
        ticket.email() != null ? ticket.email() : customer.email(),
        ticket.ticketType(),
        order.state() == OrderState.CONFIRMED
            && ticket.state() == TicketState.VALID
            && !ticket.terms().isBlocked());
  }

  Map<String, Object> row() {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("ticket_reference", reference);
    row.put("guest", name);
    row.put("email", email);
    row.put("ticket_type", ticketType);
    row.put("ticket_id", ticket);
    return row;
  }
}
