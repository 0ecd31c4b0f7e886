package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Guest.Admission;
import io.doorlist.domain.Digests;
import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.json.Json;
import java.nio.ByteBuffer;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Makes orders of rows, over those that are stored: what is equal stays untouched, what a list does
 * not say stays, and who was kept out comes in only by a list that says so. Rows of one order are
 * one, any other row is an order by itself. Ids are made of what a row is known by, so that they
 * are always the same. Not thread-safe.
 */
final class GuestOrders {
  /** Ids of guest lists begin here, where hardly any shop has its own: 2^53 - 10^15. */
  private static final long FROM = (1L << 53) - 1_000_000_000_000_000L;

  private static final int RADIX = 36;

  /** A ticket whose row is pending, in an order that is not. */
  private static final TicketTerms BLOCKED = new TicketTerms(null, null, "pending", null, null);

  private final GuestTypes types;
  private final String currency;
  private final boolean whole;
  private final boolean decides;
  private final Instant now;
  private final Map<Long, Order> stored;
  private final Map<Long, Ticket> known = new HashMap<>();
  private final Set<Long> waiting = new HashSet<>();
  private final Set<Long> listed = new HashSet<>();
  private long keptOut;

  /** Creates one over what earlier lists stored; a whole list makes void who is not in it. */
  GuestOrders(
      GuestTypes types,
      String currency,
      Map<Long, Order> stored,
      GuestList list,
      boolean whole,
      Instant now) {
    this.types = types;
    this.currency = currency;
    this.stored = stored;
    this.whole = whole;
    this.decides = whole || list.columns().decide();
    this.now = now;
    for (Order order : stored.values()) {
      for (Ticket ticket : order.tickets()) {
        known.put(ticket.id(), ticket);
        if (order.state() == OrderState.PENDING) {
          waiting.add(ticket.id());
        }
      }
    }
    for (Guest guest : list.guests()) {
      for (int number = 1; number <= guest.persons(); number++) {
        listed.add(ticketId(guest, number));
      }
    }
  }

  /** Returns the rows of each order, by its id, in the order of the file. */
  static Map<Long, List<Guest>> grouped(List<Guest> guests) {
    return guests.stream()
        .collect(Collectors.groupingBy(GuestOrders::id, LinkedHashMap::new, Collectors.toList()));
  }

  /** Returns the id of a row's order, which it may be by itself. */
  private static long id(Guest guest) {
    boolean own = guest.order() == null || guest.groupCode();
    return id(own ? "row\n" + guest.key() : "order\n" + guest.order());
  }

  /** Returns the id of one of a row's tickets, the first is 1. */
  private static long ticketId(Guest guest, int number) {
    return id("ticket\n" + number + "\n" + guest.key());
  }

  private static long id(String text) {
    return FROM + Math.floorMod(ByteBuffer.wrap(Digests.sha256(text)).getLong(), Ids.MAX - FROM);
  }

  /** Returns whether an order came from a guest list. */
  static boolean ofGuestList(long order) {
    return order >= FROM;
  }

  /** Makes an order of its rows; the stored one, if there is one and it is equal. */
  Order order(List<Guest> rows) {
    Order old = stored.get(id(rows.getFirst()));
    Order order = order(rows, old);
    if (!decides) {
      boolean waits = order.state() == OrderState.PENDING;
      keptOut +=
          order.tickets().stream()
              .filter(it -> listed.contains(it.id()) && (waits || !comesIn(it)))
              .count();
    }
    boolean same = old != null && old.saysTheSameAs(order.forget(old.forgottenTickets()));
    return same ? old : order;
  }

  /** Returns how many tickets of {@link #order} stay out, as no column says that they come in. */
  long keptOut() {
    return keptOut;
  }

  /** Returns the orders that the list does not have, as they are then: void, but for who moved. */
  List<Order> without(Set<Long> present) {
    return stored.values().stream()
        .filter(order -> !present.contains(order.id()))
        .map(
            order ->
                order.cancelled(
                    false,
                    order.tickets().stream()
                        .filter(it -> !listed.contains(it.id()))
                        .map(Ticket::voided)
                        .toList(),
                    later(order)))
        .filter(order -> !stored.get(order.id()).tickets().containsAll(order.tickets()))
        .toList();
  }

  /** Returns how many tickets of earlier lists come in, and are not in this one. */
  long gone() {
    return known.values().stream()
        .filter(it -> it.state() == TicketState.VALID && !listed.contains(it.id()))
        .count();
  }

  private static boolean comesIn(Ticket ticket) {
    return ticket.state() == TicketState.VALID && !ticket.terms().isBlocked();
  }

  private Instant later(Order stored) {
    return stored == null || now.isAfter(stored.updatedAt()) ? now : stored.updatedAt();
  }

  private Order order(List<Guest> rows, Order stored) {
    // Whatever the order of the rows, the order says the same.
    Guest first =
        rows.stream().min(Comparator.comparingLong(guest -> ticketId(guest, 1))).orElseThrow();
    List<Admission> admissions = rows.stream().map(Guest::admission).toList();
    boolean pending =
        decides
            ? admissions.contains(Admission.PENDING) && !admissions.contains(Admission.VALID)
            : rows.stream().anyMatch(it -> waiting.contains(ticketId(it, 1)));
    Instant createdAt =
        rows.stream()
            .map(Guest::createdAt)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(stored == null ? now : stored.createdAt());
    return new Order(
        id(first),
        first.order() == null ? reference(first, 1) : first.order(),
        Mode.LIVE,
        pending ? OrderState.PENDING : OrderState.CONFIRMED,
        pending ? PaymentState.UNPAID : PaymentState.PAID,
        first.customer(),
        createdAt,
        later(stored),
        currency,
        0,
        0,
        null,
        JsonObject.EMPTY,
        code(first, stored),
        tickets(rows, stored, pending),
        false,
        stored != null && stored.forgotten());
  }

  /** A code that was a ticket's stays the ticket's, though its row is for several people now. */
  private static String code(Guest first, Order stored) {
    String code = first.groupCode() ? first.code() : null;
    boolean other =
        stored != null
            && (code == null
                || stored.tickets().stream().anyMatch(it -> code.equals(it.qrCodeIdentifier())));
    return other ? stored.qrCodeIdentifier() : code;
  }

  /** Makes the tickets of an order: the stored ones in their order, then new ones. */
  private List<Ticket> tickets(List<Guest> rows, Order stored, boolean pending) {
    Map<Long, Ticket> tickets = new LinkedHashMap<>();
    if (stored != null) {
      stored.tickets().forEach(it -> tickets.put(it.id(), it));
    }
    Set<Long> here = new HashSet<>();
    for (Guest guest : rows) {
      int number = 1;
      for (; number <= guest.persons(); number++) {
        long id = ticketId(guest, number);
        tickets.put(id, ticket(guest, number, stored, pending));
        here.add(id);
      }
      // The row was for more people before.
      while (tickets.computeIfPresent(ticketId(guest, number), (id, it) -> it.voided()) != null) {
        number++;
      }
    }
    // Others moved to another order, or are not in the list; those who wait go on waiting.
    boolean wait = !pending && stored != null && stored.state() == OrderState.PENDING;
    return tickets.values().stream()
        .filter(it -> here.contains(it.id()) || !listed.contains(it.id()))
        .map(it -> here.contains(it.id()) ? it : whole ? it.voided() : wait ? it.with(BLOCKED) : it)
        .toList();
  }

  private Ticket ticket(Guest guest, int number, Order stored, boolean pending) {
    Ticket old = known.get(ticketId(guest, number));
    boolean staysOut = !decides && old != null && !comesIn(old);
    boolean blocked = !pending && guest.admission() == Admission.PENDING;
    String code = number == 1 && !guest.groupCode() ? guest.code() : null;
    String group = stored == null ? null : stored.qrCodeIdentifier();
    boolean keepsCode = old != null && (code == null || code.equals(group));
    Instant undated = old == null ? now : old.createdAt();
    Ticket ticket =
        new Ticket(
            ticketId(guest, number),
            reference(guest, number),
            staysOut ? old.state() : guest.admission().state(),
            name(guest, number),
            guest.email(),
            guest.phone(),
            types.slugOf(guest.type()),
            new JsonObject(Json.writeValue(guest.responses())),
            keepsCode ? old.qrCodeIdentifier() : code,
            guest.createdAt() == null ? undated : guest.createdAt(),
            old == null ? now : old.updatedAt(),
            staysOut ? old.terms() : blocked ? BLOCKED : TicketTerms.NONE,
            old != null && old.forgotten());
    return ticket.equals(old) ? old : ticket.touched(now);
  }

  private static String reference(Guest guest, int number) {
    String own = Long.toString(ticketId(guest, 1) - FROM, RADIX).toUpperCase(Locale.ROOT);
    String reference = Objects.requireNonNullElse(guest.reference(), own);
    return number == 1 ? reference : reference + "-" + number;
  }

  private static String name(Guest guest, int number) {
    if (number == 1 || guest.name() == null) {
      return guest.name();
    }
    return number - 2 < guest.companions().size()
        ? guest.companions().get(number - 2)
        : guest.name() + " +" + (number - 1);
  }
}
