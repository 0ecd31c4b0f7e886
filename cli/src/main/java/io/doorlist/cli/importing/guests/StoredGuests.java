package io.doorlist.cli.importing.guests;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.Stream;

/**
 * What an event has of earlier lists, and what becomes of it: only what differs changes. Not
 * thread-safe.
 */
final class StoredGuests {
  private final AccountReader reader;
  private final String event;
  private final Set<Long> orders;
  private final boolean whole;
  private final boolean decides;
  private final Instant now;
  private final Set<Long> listed = new HashSet<>();
  private long keptOut;

  /**
   * Creates it.
   *
   * @param orders ids of the event's orders
   * @param whole whether who is not in the list becomes void
   */
  StoredGuests(
      AccountReader reader,
      String event,
      List<Long> orders,
      GuestList list,
      boolean whole,
      Instant now) {
    this.reader = reader;
    this.event = event;
    this.orders = orders.stream().filter(GuestIds::ofGuestList).collect(Collectors.toSet());
    this.whole = whole;
    this.decides = whole || list.columns().decide();
    this.now = now;
    for (Guest guest : list.guests()) {
      for (int number = 1; number <= guest.persons(); number++) {
        listed.add(GuestIds.ticket(guest.key(), number));
      }
    }
  }

  /** Finds an order of an earlier list. */
  Optional<Order> find(long id) {
    return orders.contains(id) ? Optional.of(reader.order(event, id)) : Optional.empty();
  }

  /** Returns all orders of earlier lists. */
  Stream<Order> all() {
    return orders.stream()
        .sorted()
        .gather(Gatherers.mapConcurrent(AccountReader.AT_A_TIME, id -> reader.order(event, id)));
  }

  /** Returns how many tickets of an order let in, and are not in the list. */
  long gone(Order stored) {
    return stored.tickets().stream()
        .filter(it -> it.state() == TicketState.VALID && !listed.contains(it.id()))
        .count();
  }

  /** Returns an order that the list does not have as it is then: void, but for who moved. */
  Order voided(Order stored) {
    List<Ticket> tickets =
        stored.tickets().stream()
            .filter(ticket -> !listed.contains(ticket.id()))
            .map(this::voided)
            .toList();
    return stored.tickets().containsAll(tickets) ? stored : later(stored, stored, tickets);
  }

  /** Returns how many tickets stay out, as the list does not say that they come in again. */
  long keptOut() {
    return keptOut;
  }

  /**
   * Puts a list's order over the stored one. What the list does not say stays; who was kept out is
   * let in only by a list that says so.
   *
   * @param rows of the order
   */
  Order over(Order stored, Order fresh, List<Guest> rows) {
    Map<Long, Ticket> given = new HashMap<>();
    fresh.tickets().forEach(ticket -> given.put(ticket.id(), ticket));
    Set<Long> surplus = surplus(stored, rows);
    List<Ticket> tickets = new ArrayList<>();
    for (Ticket old : stored.tickets()) {
      Ticket ticket = given.get(old.id());
      if (ticket != null) {
        tickets.add(over(old, ticket, stored));
      } else if (whole || surplus.contains(old.id())) {
        tickets.add(voided(old));
      } else if (!listed.contains(old.id())) {
        tickets.add(old);
      }
    }
    Set<Long> known = stored.tickets().stream().map(Ticket::id).collect(Collectors.toSet());
    fresh.tickets().stream().filter(ticket -> !known.contains(ticket.id())).forEach(tickets::add);
    boolean waits = !decides && stored.state() == OrderState.PENDING;
    Order said = waits ? stored : fresh;
    keptOut += waits ? tickets.size() : 0;
    boolean undated = fresh.createdAt().equals(now);
    Order order =
        new Order(
            stored.id(),
            fresh.reference(),
            stored.mode(),
            said.state(),
            said.paymentState(),
            fresh.customer(),
            undated ? stored.createdAt() : fresh.createdAt(),
            stored.updatedAt(),
            fresh.currency(),
            stored.amount(),
            stored.amountRefunded(),
            stored.invoice(),
            stored.responses(),
            code(stored, fresh),
            tickets,
            stored.validIfPending(),
            stored.forgotten());
    return order.forget(stored.forgottenTickets()).equals(stored)
        ? stored
        : later(stored, order, tickets);
  }

  private Order later(Order stored, Order order, List<Ticket> tickets) {
    Instant at = stored.updatedAt().isAfter(now) ? stored.updatedAt() : now;
    return order.cancelled(false, tickets, at);
  }

  /** Returns tickets of rows that were for more people before. */
  private static Set<Long> surplus(Order stored, List<Guest> rows) {
    Set<Long> known = stored.tickets().stream().map(Ticket::id).collect(Collectors.toSet());
    Set<Long> surplus = new HashSet<>();
    for (Guest guest : rows) {
      int number = guest.persons() + 1;
      while (known.contains(GuestIds.ticket(guest.key(), number))) {
        surplus.add(GuestIds.ticket(guest.key(), number++));
      }
    }
    return surplus;
  }

  /** A code that was a ticket's stays the ticket's, though its row is for several people now. */
  private static String code(Order stored, Order fresh) {
    boolean tickets =
        stored.tickets().stream()
            .anyMatch(ticket -> Objects.equals(ticket.qrCodeIdentifier(), fresh.qrCodeIdentifier()));
    return fresh.qrCodeIdentifier() == null || tickets
        ? stored.qrCodeIdentifier()
        : fresh.qrCodeIdentifier();
  }

  private Ticket over(Ticket old, Ticket fresh, Order stored) {
    boolean orders = Objects.equals(fresh.qrCodeIdentifier(), stored.qrCodeIdentifier());
    boolean noCode = fresh.qrCodeIdentifier() == null || orders;
    boolean staysVoid =
        !decides && old.state() == TicketState.VOID && fresh.state() == TicketState.VALID;
    boolean staysBlocked = !decides && old.terms().isBlocked();
    keptOut += staysVoid || staysBlocked ? 1 : 0;
    Ticket ticket =
        with(
            fresh,
            staysVoid ? TicketState.VOID : fresh.state(),
            noCode ? old.qrCodeIdentifier() : fresh.qrCodeIdentifier(),
            fresh.createdAt().equals(now) ? old.createdAt() : fresh.createdAt(),
            old.updatedAt(),
            staysBlocked ? old.terms() : fresh.terms());
    Ticket kept = old.forgotten() ? ticket.forget() : ticket;
    return kept.equals(old)
        ? old
        : with(kept, kept.state(), kept.qrCodeIdentifier(), kept.createdAt(), now, kept.terms());
  }

  private Ticket voided(Ticket old) {
    return old.state() == TicketState.VOID
        ? old
        : with(old, TicketState.VOID, old.qrCodeIdentifier(), old.createdAt(), now, old.terms());
  }

  private static Ticket with(
      Ticket ticket,
      TicketState state,
      String code,
      Instant createdAt,
      Instant updatedAt,
      TicketTerms terms) {
    return new Ticket(
        ticket.id(),
        ticket.reference(),
        state,
        ticket.name(),
        ticket.email(),
        ticket.phoneNumber(),
        ticket.ticketType(),
        ticket.responses(),
        code,
        createdAt,
        updatedAt,
        terms,
        ticket.forgotten());
  }
}
