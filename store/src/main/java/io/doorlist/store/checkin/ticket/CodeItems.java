package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Amount;
import io.doorlist.domain.order.OrderState;
import io.doorlist.door.Window;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The item of a code. It says what the code stands for: the facts by which a door decides, and a
 * mark for each list on which the ticket is checked in.
 *
 * <p>Implementation notes. The marks and the facts that a check-in depends on are in one item, so
 * that one condition on its version covers both. For an ordinary ticket, that is the item of its
 * code. Tickets of a large order share such items, so that a check-in of the whole order fits into
 * one transaction of 100 writes. See ADR 0007.
 */
public final class CodeItems {
  /** What a code stands for: {@link #TICKET} or {@link #ORDER}. */
  public static final String KIND = "kind";

  public static final String TICKET = "ticket";
  public static final String ORDER = "order";

  /** What a typed text stands for if it may mean several codes. No stored item is of this kind. */
  public static final String SEVERAL = "several";

  /** The marks of check-ins, by list and ticket ({@link CheckinMark}). */
  public static final String MARKS = "in";

  /**
   * The version of everything by which a door decides: facts, marks and passages. It grows with
   * every change of the item, so a write can require that the item is still as it was read.
   */
  public static final String VERSION = "v";

  /** The state by which a door decides: one of the words below. */
  public static final String STATE = "state";

  public static final String NAME = "name";
  public static final String VALID = "valid";

  /** The state of a ticket whose order is pending, and of such an order. */
  public static final String PENDING = "pending";

  /** The state of a ticket whose order will not be confirmed, and of such an order. */
  public static final String NOT_CONFIRMED = "order_not_confirmed";

  /**
   * What desks must collect for the order of a pending ticket, in cents; absent if the shop already
   * got a part of it.
   */
  public static final String DUE = "due";

  /** The currency of what is due, by ISO 4217. Items of earlier versions lack it. */
  public static final String CURRENCY = "currency";

  /** Which date of a series the ticket is for. */
  public static final String SERIES_DATE = "date";

  public static final String REVOKED = "revoked";

  /** Whether the order of the code's ticket has other tickets. */
  public static final String PARTY = "party";

  /** Whether a desk added the code's ticket. */
  public static final String ADDED = "added";

  public static final String MODE = "mode";

  public static final String ORDER_ID = "order";
  private static final String TICKETS = "tickets";
  private static final String QR = "qr";
  public static final String VOID = "void";
  public static final String BLOCKED = "blocked";
  public static final String FROM = "from";
  public static final String UNTIL = "until";

  private CodeItems() {}

  public static Optional<Key> sharedMarks(Item qr, String account, String event) {
    return MarksKey.of(qr, orderOf(qr)).key(account, event);
  }

  /** Returns the state by which a door decides about an order. */
  public static String state(OrderState order, boolean validIfPending) {
    return switch (order) {
      case PENDING -> validIfPending ? VALID : PENDING;
      case CONFIRMED -> VALID;
      case CANCELLED -> NOT_CONFIRMED;
    };
  }

  /**
   * Returns what a desk must collect before the door lets in a ticket with these facts; {@code
   * null} if that is not known, or the event's desks collect nothing.
   */
  public static Amount due(Item facts, Event event) {
    boolean due =
        PENDING.equals(facts.text(STATE))
            && facts.has(DUE)
            && event.hasCurrency()
            && (!facts.has(CURRENCY) || facts.text(CURRENCY).equals(event.currency()));
    return due ? new Amount(facts.number(DUE), event.currency()) : null;
  }

  /** Returns a window with these limits in epoch seconds; {@code null} is no limit. */
  public static Window window(Long from, Long until) {
    return new Window(
        from == null ? Window.OPEN_START : from, until == null ? Window.OPEN_END : until);
  }

  /** Returns a window with these limits; {@code null} is no limit. */
  public static Window window(Instant from, Instant until) {
    return window(
        from == null ? null : (Long) from.getEpochSecond(),
        until == null ? null : (Long) until.getEpochSecond());
  }

  /** Returns the attribute in which an item with shared marks keeps a ticket's facts. */
  public static String facts(long ticket) {
    return "t" + ticket;
  }

  /** Returns the name of a ticket's attendee in the item of its marks, or {@code null}. */
  public static String name(Item marks, long ticket) {
    Item shared = marks.map(facts(ticket));
    return (shared.isEmpty() ? marks : shared).text(NAME);
  }

  public static String mark(long list, long ticket) {
    return list + ":" + ticket;
  }

  public static long listOf(String mark) {
    return Long.parseLong(mark.substring(0, mark.indexOf(':')));
  }

  public static long ticketOf(String mark) {
    return Long.parseLong(mark.substring(mark.indexOf(':') + 1));
  }

  /** Returns the mark of a ticket on a list, from the item of its marks. */
  public static Optional<CheckinMark> mark(Item item, long list, long ticket) {
    Item mark = item.map(MARKS).map(mark(list, ticket));
    return mark.isEmpty() ? Optional.empty() : Optional.of(CheckinMark.of(ticket, mark));
  }

  /**
   * Returns the lists that a ticket is checked in on, and since when, from the item of its marks.
   */
  public static SortedMap<Long, Instant> checkedIn(Item item, long ticket) {
    Item marks = item.map(MARKS);
    SortedMap<Long, Instant> lists = new TreeMap<>();
    marks.names().stream()
        .filter(name -> ticketOf(name) == ticket)
        .forEach(name -> lists.put(listOf(name), CheckinMark.of(ticket, marks.map(name)).at()));
    return lists;
  }

  public static Set<Long> otherLists(Item item, long ticket, long list) {
    Set<Long> others = new TreeSet<>();
    for (String name : item.map(MARKS).names()) {
      if (ticketOf(name) == ticket && listOf(name) != list) {
        others.add(listOf(name));
      }
    }
    return others;
  }

  /**
   * Returns an update of an item with marks, which fails if the item has changed since it was read.
   */
  public static Update update(Item marks) {
    return update(marks.key(), marks.number(VERSION));
  }

  /** Returns an update of an item with marks, which fails unless the item has this version. */
  public static Update update(Key marks, long version) {
    return Update.of(marks).add(VERSION, 1).require(Condition.number(VERSION, version));
  }

  public static long orderOf(Item ticketCode) {
    return ticketCode.number(ORDER_ID);
  }

  /** Returns what the code of an order stands for, including its tickets. */
  public static Item orderCode(OrderFacts order) {
    return new Item()
        .put(KIND, ORDER)
        .put(ScanAttributes.ID, order.id())
        .put(MODE, order.mode())
        .put(STATE, state(order.state(), order.letsIn()))
        .put(DUE, order.due())
        .put(CURRENCY, order.due() == null ? null : order.currency())
        .put(
            TICKETS,
            order.tickets(),
            ticket ->
                new Item()
                    .put(ScanAttributes.ID, ticket.id())
                    .put(ScanAttributes.TYPE, ticket.type())
                    .put(SERIES_DATE, ticket.seriesDate())
                    .put(QR, ticket.qr()));
  }

  public record OrderTicket(long id, String type, String seriesDate, String qr) {}

  public static List<OrderTicket> orderTickets(Item orderQr) {
    return orderQr.items(
        TICKETS,
        ticket ->
            new OrderTicket(
                ticket.number(ScanAttributes.ID),
                ticket.text(ScanAttributes.TYPE),
                ticket.text(SERIES_DATE),
                ticket.text(QR)));
  }
}
