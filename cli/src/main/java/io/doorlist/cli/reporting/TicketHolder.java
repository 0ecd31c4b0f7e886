package io.doorlist.cli.reporting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What a report says of a ticket's guest.
 *
 * @param name the ticket's name, or else the name of the person who ordered it
 * @param email the ticket's address, or else the address of the person who ordered it
 * @param expected whether the ticket lets somebody in
 * @param added whether a desk added the guest at the door
 */
public record TicketHolder(
    long ticket,
    String reference,
    String name,
    String email,
    String ticketType,
    boolean expected,
    boolean added) {
  static final List<String> COLUMNS =
      List.of("ticket_reference", "guest", "email", "ticket_type", "ticket_id");

  static List<TicketHolder> read(AccountReader reader, EventDefinition definition, Mode mode) {
    return reader
        .orders(definition.event().slug(), id -> true)
        .filter(order -> order.mode() == mode)
        .flatMap(order -> order.tickets().stream().map(ticket -> of(order, ticket)))
        .toList();
  }

  /** Returns the ids of the tickets of guests whom a desk added. */
  static Set<Long> added(List<TicketHolder> holders) {
    return holders.stream()
        .filter(TicketHolder::added)
        .map(TicketHolder::ticket)
        .collect(Collectors.toSet());
  }

  /**
   * Returns the ticket's name, or else the name of the person who ordered it; empty if there is
   * none.
   */
  public static String name(Order order, Ticket ticket) {
    return ticket.name() != null ? ticket.name() : order.customer().name();
  }

  /**
   * Returns the ticket's e-mail address, or else that of the person who ordered it, or {@code
   * null}.
   */
  public static String email(Order order, Ticket ticket) {
    return ticket.email() != null ? ticket.email() : order.customer().email();
  }

  private static TicketHolder of(Order order, Ticket ticket) {
    return new TicketHolder(
        ticket.id(),
        ticket.reference(),
        name(order, ticket),
        email(order, ticket),
        ticket.ticketType(),
        (order.state() == OrderState.CONFIRMED || order.isPaidAtDesk())
            && ticket.state() == TicketState.VALID
            && !ticket.terms().isBlocked(),
        order.isAdded());
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
