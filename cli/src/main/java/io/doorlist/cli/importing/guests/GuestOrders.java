package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Guest.Admission;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.json.Json;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Makes orders of rows: rows of one order are one, any other row is an order by itself. */
final class GuestOrders {
  /** Why a ticket is blocked whose row is pending, in an order that is not. */
  private static final String PENDING = "pending";

  private static final TicketTerms BLOCKED = new TicketTerms(null, null, PENDING, null, null);

  private final GuestTypes types;
  private final String currency;
  private final Instant now;

  /**
   * Creates one.
   *
   * @param currency of orders, which have no amounts
   */
  GuestOrders(GuestTypes types, String currency, Instant now) {
    this.types = types;
    this.currency = currency;
    this.now = now;
  }

  /** Returns the rows of each order, by its id, in the order of the file. */
  static Map<Long, List<Guest>> grouped(List<Guest> guests) {
    Map<Long, List<Guest>> orders = new LinkedHashMap<>();
    guests.forEach(
        guest -> orders.computeIfAbsent(id(guest), key -> new ArrayList<>()).add(guest));
    return orders;
  }

  /** Returns the id of a row's order. */
  static long id(Guest guest) {
    boolean own = guest.order() == null || guest.groupCode();
    return own ? GuestIds.orderOfRow(guest.key()) : GuestIds.order(guest.order());
  }

  /** Makes an order of its rows. */
  Order order(List<Guest> rows) {
    // Whatever the order of the rows, the order says the same.
    Guest first =
        rows.stream()
            .min(Comparator.comparingLong(guest -> GuestIds.ticket(guest.key(), 1)))
            .orElseThrow();
    boolean pending =
        rows.stream().anyMatch(guest -> guest.admission() == Admission.PENDING)
            && rows.stream().noneMatch(guest -> guest.admission() == Admission.VALID);
    List<Ticket> tickets = new ArrayList<>();
    rows.forEach(guest -> addTickets(tickets, guest, pending));
    Instant createdAt =
        rows.stream()
            .map(Guest::createdAt)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(now);
    return new Order(
        id(first),
        first.order() == null ? tickets.getFirst().reference() : first.order(),
        Mode.LIVE,
        pending ? OrderState.PENDING : OrderState.CONFIRMED,
        pending ? PaymentState.UNPAID : PaymentState.PAID,
        first.customer(),
        createdAt,
        now,
        currency,
        0,
        0,
        null,
        JsonObject.EMPTY,
        first.groupCode() ? first.code() : null,
        tickets,
        false,
        false);
  }

  private void addTickets(List<Ticket> tickets, Guest guest, boolean pending) {
    for (int number = 1; number <= guest.persons(); number++) {
      tickets.add(ticket(guest, number, !pending && guest.admission() == Admission.PENDING));
    }
  }

  private Ticket ticket(Guest guest, int number, boolean blocked) {
    long id = GuestIds.ticket(guest.key(), number);
    String reference = guest.reference();
    if (reference == null) {
      reference = GuestIds.reference(GuestIds.ticket(guest.key(), 1));
    }
    boolean first = number == 1;
    return new Ticket(
        id,
        first ? reference : reference + "-" + number,
        guest.admission() == Admission.VOID ? TicketState.VOID : TicketState.VALID,
        name(guest, number),
        guest.email(),
        guest.phone(),
        types.slugOf(guest.type()),
        guest.responses().isEmpty()
            ? JsonObject.EMPTY
            : new JsonObject(Json.writeValue(guest.responses())),
        first && !guest.groupCode() ? guest.code() : null,
        guest.createdAt() == null ? now : guest.createdAt(),
        now,
        blocked ? BLOCKED : TicketTerms.NONE,
        false);
  }

  private static String name(Guest guest, int number) {
    if (number == 1 || guest.name() == null) {
      return guest.name();
    }
    return number == 2 && guest.companion() != null
        ? guest.companion()
        : guest.name() + " +" + (number - 1);
  }
}
