package io.doorlist.cli.tickets;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.reporting.TicketHolder;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.GeneratedCode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.text.Collator;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/**
 * What a printed ticket says, and who gets it.
 *
 * @param event the event's title
 * @param whenAndWhere when and where the event is; empty if nobody has said it
 * @param name the guest's name; empty if the ticket has none
 * @param type the name of the ticket type
 * @param holder the guest's name, or else the name of the person who ordered the ticket
 * @param company the company of the person who ordered the ticket; {@code null} if there is none
 * @param email the guest's e-mail address, or else that of the person who ordered the ticket;
 *     {@code null} if there is none
 */
record PrintedTicket(
    long order,
    long id,
    String event,
    String whenAndWhere,
    String name,
    String type,
    String reference,
    String code,
    String holder,
    String company,
    String email) {
  /** The longest code that people read out. Longer codes, such as links, are only for cameras. */
  private static final int MAX_READ_OUT = 64;

  /** Returns those tickets of an event that let somebody in, sorted by name. */
  static List<PrintedTicket> read(AccountReader reader, Event event, Mode mode) {
    Collator names = Collator.getInstance(Locale.ROOT);
    return reader
        .orders(event.slug(), id -> true)
        .filter(order -> order.mode() == mode && order.state() == OrderState.CONFIRMED)
        .flatMap(order -> of(event, order))
        .sorted(
            Comparator.comparing(PrintedTicket::name, names)
                .thenComparing(PrintedTicket::reference)
                .thenComparingLong(PrintedTicket::id))
        .toList();
  }

  private static Stream<PrintedTicket> of(Event event, Order order) {
    return order.tickets().stream()
        .filter(ticket -> ticket.state() == TicketState.VALID && !ticket.terms().isBlocked())
        .map(ticket -> of(event, order, ticket));
  }

  private static PrintedTicket of(Event event, Order order, Ticket ticket) {
    return new PrintedTicket(
        order.id(),
        ticket.id(),
        event.title(),
        event.whenAndWhere(),
        ticket.name() == null ? "" : ticket.name(),
        event.nameOfType(ticket.ticketType()),
        ticket.reference(),
        ticket.qrCodeIdentifier(),
        TicketHolder.name(order, ticket),
        order.customer().companyName(),
        TicketHolder.email(order, ticket));
  }

  /**
   * Returns the code in groups of characters, as people read it out. Returns an empty text if the
   * code is too long for that.
   */
  String readOut() {
    return code.length() > MAX_READ_OUT ? "" : String.join(" ", GeneratedCode.groups(code));
  }
}
