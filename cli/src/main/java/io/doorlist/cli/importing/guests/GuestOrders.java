package io.doorlist.cli.importing.guests;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.DeskNote;
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
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Makes orders from the rows of a list, based on the stored orders. An order that would not change
 * stays untouched, and so does all that the list does not mention. A guest who was kept out comes
 * in only if the list says so. Rows that name the same order become one order, and any other row
 * becomes an order by itself. Not thread-safe.
 */
final class GuestOrders {
  /** The terms of a ticket whose row is pending, in an order that is confirmed. */
  private static final TicketTerms BLOCKED = new TicketTerms(null, null, "pending", null, null);

  private final GuestTypes types;
  private final String currency;
  private final boolean whole;
  private final Instant now;
  private final Map<Long, Order> stored;
  private final GuestMatching matching;
  private final GuestPlaces places;
  private final Map<Long, Ticket> known = new HashMap<>();
  private final Set<Long> waiting = new HashSet<>();
  private final Set<Long> listed = new HashSet<>();
  private final Set<Long> kept = new HashSet<>();
  private final Map<Long, GuestRow> guests = new HashMap<>();
  private long keptOut;

  /**
   * Creates the orders of one list.
   *
   * @param stored the orders of all guest lists of the event, by their ids
   * @param number the number of the list, see {@link GuestIds#list(String)}
   * @param whole whether tickets that are not in the list become void
   */
  GuestOrders(
      GuestTypes types,
      String currency,
      Map<Long, Order> stored,
      GuestMatching matching,
      Arrivals arrivals,
      long number,
      boolean whole,
      Instant now) {
    this.types = types;
    this.currency = currency;
    this.stored = stored;
    this.matching = matching;
    this.whole = whole;
    this.now = now;
    this.places = new GuestPlaces(matching, stored, arrivals, number);
    for (Order order : stored.values()) {
      for (Ticket ticket : order.tickets()) {
        if (GuestIds.list(ticket.id()) == number) {
          known.put(ticket.id(), ticket);
          if (order.state() == OrderState.PENDING) {
            waiting.add(ticket.id());
          }
        }
      }
    }
    matching.untouched().forEach(row -> row.tickets().forEach(ticket -> kept.add(ticket.id())));
    Stream.concat(matching.matched().keySet().stream(), matching.added().stream())
        .forEach(
            guest -> {
              listed.addAll(places.ids(guest));
              places.ids(guest).forEach(id -> guests.put(id, guest));
            });
  }

  /**
   * An order as it is going to be, and the row that it comes from. The row is {@code null} for an
   * order that is not in the list.
   */
  record Planned(Place place, Order order) {}

  /**
   * Returns all orders that the list mentions, in the order of the file. If other tickets become
   * void, their orders follow.
   */
  List<Planned> all(List<GuestRow> rows) {
    Map<Long, List<GuestRow>> grouped = grouped(rows);
    List<Planned> planned = new ArrayList<>();
    for (List<GuestRow> each : grouped.values()) {
      planned.add(new Planned(each.getFirst().place(), order(each)));
    }
    if (whole) {
      without(grouped.keySet()).forEach(order -> planned.add(new Planned(null, order)));
    }
    return planned;
  }

  /**
   * Returns the guest who has a ticket, or whose companion has it; {@code null} if nobody in the
   * list has it.
   */
  GuestRow guestOf(long ticket) {
    return guests.get(ticket);
  }

  /**
   * Returns the ids of the tickets of guests and their companions, by the guests' places in the
   * list. Guests who cannot be told apart from namesakes are left out.
   */
  Map<Place, List<Long>> tickets() {
    Map<Place, List<Long>> tickets = new HashMap<>();
    Stream.concat(matching.matched().keySet().stream(), matching.added().stream())
        .forEach(guest -> tickets.put(guest.place(), places.ids(guest)));
    matching
        .stays()
        .forEach(
            (guest, row) ->
                tickets.put(guest.place(), row.tickets().stream().map(Ticket::id).toList()));
    return tickets;
  }

  /** Returns whether an earlier import of this list made a ticket. */
  boolean ofList(long ticket) {
    return known.containsKey(ticket);
  }

  /** Returns the rows of each order, by its id, in the order of the file. */
  Map<Long, List<GuestRow>> grouped(List<GuestRow> guests) {
    Map<Long, List<GuestRow>> orders = new LinkedHashMap<>();
    for (GuestRow guest : guests) {
      if (places.has(guest)) {
        orders.computeIfAbsent(places.order(guest), any -> new ArrayList<>()).add(guest);
      }
    }
    return orders;
  }

  /** Makes an order from its rows. Returns the stored one if it is equal. */
  Order order(List<GuestRow> rows) {
    Order old = stored.get(places.order(rows.getFirst()));
    Order said = order(rows, old);
    Order order = old == null ? said : said.with(old.desk());
    boolean waits = order.state() == OrderState.PENDING;
    keptOut +=
        order.tickets().stream()
            .filter(it -> listed.contains(it.id()) && !decides(guests.get(it.id())))
            .filter(it -> waits || !comesIn(it))
            .count();
    boolean same = old != null && old.saysTheSameAs(order.forget(old.forgottenTickets()));
    return same ? old : order;
  }

  /**
   * Returns how many of the tickets that {@link #order} made do not let anybody in, because no
   * column says that the guests come in.
   */
  long keptOut() {
    return keptOut;
  }

  /**
   * Returns the stored orders that change although the list does not have them. Their tickets
   * become void, unless they have moved to another order.
   *
   * @param present the ids of the orders that the list has
   */
  List<Order> without(Set<Long> present) {
    return stored.values().stream()
        .filter(order -> !present.contains(order.id()))
        .map(
            order ->
                order.cancelled(
                    false,
                    order.tickets().stream()
                        .filter(it -> !listed.contains(it.id()))
                        .map(it -> isGone(it) ? it.voided() : it)
                        .toList(),
                    later(order)))
        .filter(order -> !stored.get(order.id()).tickets().containsAll(order.tickets()))
        .toList();
  }

  /** Returns valid tickets of the list's earlier imports that are not in it any more. */
  List<Ticket> gone() {
    return known.values().stream()
        .filter(it -> it.state() == TicketState.VALID && isGone(it))
        .sorted(Comparator.comparingLong(Ticket::id))
        .toList();
  }

  /** Returns tickets of people who no longer come along with a guest. */
  List<Ticket> cut() {
    return places.cut().stream()
        .filter(it -> it.state() == TicketState.VALID && !listed.contains(it.id()))
        .toList();
  }

  /** Returns whether the list says anything about whether this guest comes in. */
  private boolean decides(GuestRow guest) {
    return whole || guest.decided();
  }

  private boolean isGone(Ticket ticket) {
    long id = ticket.id();
    return known.containsKey(id) && !listed.contains(id) && !kept.contains(id);
  }

  private static boolean comesIn(Ticket ticket) {
    return ticket.state() == TicketState.VALID && !ticket.terms().isBlocked();
  }

  private Instant later(Order stored) {
    return stored == null || now.isAfter(stored.updatedAt()) ? now : stored.updatedAt();
  }

  private Order order(List<GuestRow> rows, Order stored) {
    // The row with the lowest id counts, so the result does not depend on the order of the rows.
    GuestRow first =
        rows.stream().min(Comparator.comparingLong(guest -> places.id(guest, 1))).orElseThrow();
    List<Admission> admissions = rows.stream().map(GuestRow::admission).toList();
    boolean pending =
        rows.stream().allMatch(this::decides)
            ? admissions.contains(Admission.PENDING) && !admissions.contains(Admission.VALID)
            : rows.stream().anyMatch(it -> waiting.contains(places.id(it, 1)));
    Instant createdAt =
        rows.stream()
            .map(GuestRow::createdAt)
            .filter(Objects::nonNull)
            .min(Comparator.naturalOrder())
            .orElse(stored == null ? now : stored.createdAt());
    List<Ticket> tickets = tickets(rows, stored, pending);
    return new Order(
        places.order(first),
        first.order() == null ? places.reference(first, 1) : first.order(),
        Mode.LIVE,
        pending ? OrderState.PENDING : OrderState.CONFIRMED,
        pending ? PaymentState.UNPAID : PaymentState.PAID,
        first.customer(),
        createdAt,
        later(stored),
        currency,
        pending ? price(tickets) : 0,
        0,
        null,
        JsonObject.EMPTY,
        code(first, stored),
        tickets,
        false,
        stored != null && stored.forgotten());
  }

  /**
   * Returns what a desk takes for the tickets of a pending order. Tickets that would not open a
   * door even then do not count.
   */
  private long price(List<Ticket> tickets) {
    return tickets.stream()
        .filter(GuestOrders::comesIn)
        .mapToLong(ticket -> types.price(ticket.ticketType()))
        .sum();
  }

  /**
   * Returns the order's code. If a ticket of the order has the code, it stays the ticket's, even if
   * the row is now for several people.
   */
  private static String code(GuestRow first, Order stored) {
    String code = first.groupCode() ? first.code() : null;
    boolean other =
        stored != null
            && (code == null
                || stored.tickets().stream().anyMatch(it -> code.equals(it.qrCodeIdentifier())));
    return other ? stored.qrCodeIdentifier() : code;
  }

  /**
   * Makes the tickets of an order. The stored tickets come first, in the same sequence as before,
   * and new ones follow.
   */
  private List<Ticket> tickets(List<GuestRow> rows, Order stored, boolean pending) {
    Map<Long, Ticket> tickets = new LinkedHashMap<>();
    if (stored != null) {
      stored.tickets().forEach(it -> tickets.put(it.id(), it));
    }
    Set<Long> here = new HashSet<>();
    for (GuestRow guest : rows) {
      for (int number = 1; number <= guest.persons(); number++) {
        long id = places.id(guest, number);
        tickets.put(id, ticket(guest, number, stored, pending));
        here.add(id);
      }
      // If the row was for more people before, the tickets of the others become void.
      places.cut(guest).stream()
          .filter(it -> !listed.contains(it.id()))
          .forEach(it -> tickets.put(it.id(), it.voided()));
      places.cut(guest).stream()
          .map(Ticket::id)
          .filter(id -> !listed.contains(id))
          .forEach(here::add);
    }
    // Tickets that moved to another order are left out here. Tickets that are not in the list stay,
    // and are blocked if the order was pending and no longer is.
    boolean wait = !pending && stored != null && stored.state() == OrderState.PENDING;
    return tickets.values().stream()
        .filter(it -> here.contains(it.id()) || !listed.contains(it.id()))
        .map(
            it ->
                here.contains(it.id())
                    ? it
                    : whole && isGone(it) ? it.voided() : wait ? it.with(BLOCKED) : it)
        .toList();
  }

  /**
   * Returns the note of a ticket. A note is only for the guest, but what doors show is for
   * companions, too. What the row does not mention stays as it is.
   */
  private static DeskNote note(GuestRow guest, int number, Ticket old) {
    DeskNote before = old == null ? DeskNote.NONE : old.note();
    DeskNote said = number == 1 && guest.note() != null ? guest.note().desk() : DeskNote.NONE;
    DeskNote own = guest.note() == null ? before : said;
    return own.showing(guest.shown() == null ? before.shown() : guest.shown());
  }

  private Ticket ticket(GuestRow guest, int number, Order stored, boolean pending) {
    Ticket old = known.get(places.id(guest, number));
    boolean staysOut = !decides(guest) && old != null && !comesIn(old);
    boolean blocked = !pending && guest.admission() == Admission.PENDING;
    String code = number == 1 && !guest.groupCode() ? guest.code() : null;
    String group = stored == null ? null : stored.qrCodeIdentifier();
    boolean keepsCode = old != null && (code == null || code.equals(group));
    Instant undated = old == null ? now : old.createdAt();
    Ticket ticket =
        new Ticket(
            places.id(guest, number),
            places.reference(guest, number),
            staysOut ? old.state() : guest.admission().state(),
            guest.nameOf(number),
            guest.email(),
            guest.phone(),
            types.slugOf(guest.type()),
            new JsonObject(Json.writeValue(guest.responses())),
            keepsCode ? old.qrCodeIdentifier() : code,
            guest.createdAt() == null ? undated : guest.createdAt(),
            old == null ? now : old.updatedAt(),
            staysOut ? old.terms() : blocked ? BLOCKED : TicketTerms.NONE,
            old != null && old.forgotten(),
            note(guest, number, old),
            Corrections.NONE);
    return ticket.equals(old) ? old : ticket.touched(now);
  }
}
