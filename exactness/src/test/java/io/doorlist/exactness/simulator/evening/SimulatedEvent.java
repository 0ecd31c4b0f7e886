package io.doorlist.exactness.simulator.evening;

import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.Window;
import io.doorlist.exactness.history.Roster;
import io.doorlist.exactness.history.Roster.Fate;
import io.doorlist.table.Engine;
import io.doorlist.table.Time;
import io.doorlist.table.memory.MemoryEngine;
import io.doorlist.testing.Gala;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.stream.Stream;

/**
 * The event with which every run begins: its doors and orders. Created once by the real import;
 * runs get copies.
 */
public final class SimulatedEvent {
  public static final String ACCOUNT = Gala.ACCOUNT;
  public static final String EVENT = Gala.EVENT;
  public static final String TABLE = "doorlist";
  public static final long MAIN = Gala.MAIN;
  public static final long VIP = Gala.VIP;
  public static final long EVERYONE = Gala.EVERYONE;

  /** Opens and closes while the others are open. */
  public static final long BRIEF = 4;

  public static final List<Long> LISTS = List.of(MAIN, VIP, EVERYONE, BRIEF);

  public static final Instant START = Instant.parse("2026-06-01T18:00:00Z");

  /** Tickets of changing orders up to this number may get another code and another order. */
  private static final int MOVABLE = 3;

  private static final ListTerms BRIEFLY =
      ListTermsOf.open(START.plusSeconds(1), START.plusSeconds(4));

  private static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");
  private static final int TICKETS_OF_BIG_ORDER = 130;
  private static final int TICKETS_OF_LATE_BIG_ORDER = 70;

  private final MemoryEngine table;
  private final Roster roster = new Roster();
  private final List<Order> orders = new ArrayList<>();

  /** Orders that the organiser imports only while the doors are open. */
  private final List<Order> late = new ArrayList<>();

  private SimulatedEvent(boolean large) {
    roster.addList(MAIN, Set.of("adult", "child"));
    roster.addList(VIP, Set.of("vip"));
    roster.addList(EVERYONE, Set.of("adult", "child", "vip"));
    roster.addList(BRIEF, Set.of("adult"), window(BRIEFLY.opensAt(), BRIEFLY.closesAt()));
    orders.add(order(1, Fate.VALID, "adult"));
    orders.add(order(2, Fate.VALID, "adult", "adult", "child"));
    orders.add(order(3, Fate.VALID, "vip", "adult"));
    orders.add(order(4, Fate.VALID, "child"));
    orders.add(order(5, Fate.VALID, group(10, 4)));
    orders.add(order(6, Fate.CHANGING, "adult", "adult"));
    orders.add(order(7, Fate.CHANGING, "adult", "vip", "child"));
    orders.add(order(8, Fate.VOID, "adult"));
    late.add(order(9, Fate.CHANGING, "adult", "child"));
    if (large) {
      orders.add(order(10, Fate.VALID, group(TICKETS_OF_BIG_ORDER - 20, 20)));
      orders.add(order(11, Fate.CHANGING, group(TICKETS_OF_LATE_BIG_ORDER, 0)));
      late.add(order(12, Fate.CHANGING, group(TICKETS_OF_LATE_BIG_ORDER, 0)));
    }
    orders.add(timed(13));
    letMove();
    Clock clock = Clock.fixed(BOUGHT, ZoneOffset.UTC);
    table = new MemoryEngine(clock, change -> {});
    Gala gala = new Gala(quietStores(table, clock));
    gala.list(BRIEF, BRIEFLY, "adult");
    orders.forEach(gala::put);
    gala.importer().settle();
  }

  /** Returns the stores of a table where nothing fails. */
  public static Stores quietStores(Engine table, Clock clock) {
    return Stores.connect(
        table,
        TABLE,
        new Time(
            clock,
            new Random(0),
            length -> {
              throw new IllegalStateException("nothing fails here");
            }));
  }

  private static final class Holder {
    private static final SimulatedEvent SMALL = new SimulatedEvent(false);
    private static final SimulatedEvent LARGE = new SimulatedEvent(true);
  }

  /** Returns the event with small orders only, or also with some of more than 64 tickets. */
  public static SimulatedEvent of(boolean large) {
    return large ? Holder.LARGE : Holder.SMALL;
  }

  /** Returns the table of the event, which nobody may change. */
  MemoryEngine table() {
    return table;
  }

  public Roster roster() {
    return roster;
  }

  public List<Order> orders() {
    return List.copyOf(orders);
  }

  public List<Order> late() {
    return List.copyOf(late);
  }

  private static String[] group(int adults, int children) {
    List<String> types = new ArrayList<>(Collections.nCopies(adults, "adult"));
    types.addAll(Collections.nCopies(children, "child"));
    return types.toArray(String[]::new);
  }

  /** Returns an order with tickets that end early, begin late, or ended before the doors opened. */
  private Order timed(long id) {
    List<Ticket> tickets = new ArrayList<>();
    for (TicketTerms terms :
        List.of(
            new TicketTerms(null, START.plusSeconds(2), null, null, null),
            new TicketTerms(START.plusSeconds(1), null, null, null, null),
            new TicketTerms(null, START.minusSeconds(900), null, null, null))) {
      Ticket ticket = ticket(id * 10_000 + tickets.size(), "adult", false).with(terms);
      tickets.add(ticket);
      roster.add(
          new Roster.Ticket(
              ticket.id(),
              ticket.qrCodeIdentifier(),
              "o" + id,
              "adult",
              Fate.VALID,
              window(
                  terms.validFrom(),
                  terms.validUntil() == null ? null : terms.validUntil().plusSeconds(1))));
    }
    return order(id, tickets);
  }

  private static Window window(Instant from, Instant until) {
    return new Window(
        from == null ? Window.OPEN_START : from.getEpochSecond(),
        until == null ? Window.OPEN_END : until.getEpochSecond());
  }

  /** Notes in the roster which tickets may get another code and move to another order. */
  private void letMove() {
    List<Order> changing =
        Stream.concat(orders.stream(), late.stream()).filter(this::changes).toList();
    for (Order order : changing) {
      for (Ticket ticket : order.tickets().subList(0, Math.min(MOVABLE, order.tickets().size()))) {
        Roster.Ticket known = roster.byCode(ticket.qrCodeIdentifier());
        roster.mayGet(otherCode(ticket), known);
        changing.stream()
            .filter(other -> other != order)
            .forEach(other -> roster.mayMove(known, other.qrCodeIdentifier()));
      }
    }
  }

  /** Returns whether an order and its tickets change during the run. */
  public boolean changes(Order order) {
    return order.tickets().stream().allMatch(ticket -> fate(ticket) == Fate.CHANGING);
  }

  public Fate fate(Ticket ticket) {
    return roster.byId(ticket.id()).fate();
  }

  /** Returns whether a ticket may get another code and move to another order. */
  public boolean moves(Ticket ticket) {
    return fate(ticket) == Fate.CHANGING && ticket.id() % 10_000 < MOVABLE;
  }

  public static String otherCode(Ticket ticket) {
    return "t" + ticket.id() + "x";
  }

  private Order order(long id, Fate fate, String... types) {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      Ticket ticket = ticket(id * 10_000 + i, types[i], fate == Fate.VOID);
      tickets.add(ticket);
      roster.add(
          new Roster.Ticket(ticket.id(), ticket.qrCodeIdentifier(), "o" + id, types[i], fate));
    }
    return order(id, tickets);
  }

  /** Returns a confirmed order; its code is "o" followed by its id. */
  public static Order order(long id, List<Ticket> tickets) {
    return OrderBuilder.order(id).tickets(tickets).build();
  }

  /** Returns a ticket; its code is "t" followed by its id. */
  public static Ticket ticket(long id, String type, boolean isVoid) {
    return TicketBuilder.ticket(id, type).in(isVoid ? TicketState.VOID : TicketState.VALID).build();
  }
}
