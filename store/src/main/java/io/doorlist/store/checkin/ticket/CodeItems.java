package io.doorlist.store.checkin.ticket;

import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.Window;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * How a code's item says what it stands for: the facts that decide at a door, and a mark for each
 * list that the ticket is checked in on.
 *
 * <p>Implementation notes. The marks and the facts that a check-in depends on live in one item, the
 * ticket's door, so that one condition on its version covers both. An ordinary ticket's door is its
 * QR item. Tickets of a large order share doors ({@link #marksNumber} chooses which), so that a
 * check-in of the whole order fits one transaction of 100 writes: see ADR 0007.
 */
public final class CodeItems {
  /** What a code stands for: {@link #TICKET} or {@link #ORDER}. */
  public static final String KIND = "kind";

  /** The kind of a ticket's code. */
  public static final String TICKET = "ticket";

  /** The kind of an order's code. */
  public static final String ORDER = "order";

  /** Marks by list and ticket: who is checked in. */
  public static final String MARKS = "in";

  /** The version of what decides at a door: grows with every change. */
  public static final String VERSION = "v";

  /** The state that decides at a door: one of the words below. */
  public static final String STATE = "state";

  /** The attendee's name. */
  public static final String NAME = "name";

  /** The state of a ticket that doors let in. */
  public static final String VALID = "valid";

  /** The state of a ticket whose order is pending, and of such an order. */
  public static final String PENDING = "pending";

  /** The state of a ticket whose order will not be confirmed, and of such an order. */
  public static final String NOT_CONFIRMED = "order_not_confirmed";

  /** What the order of a pending ticket costs, in cents, if nothing is paid. */
  public static final String DUE = "due";

  /** Which date of a series the ticket is for. */
  public static final String SERIES_DATE = "date";

  /** Marks a code that was replaced. */
  public static final String REVOKED = "revoked";

  /** Marks the code of a ticket whose order has others. */
  public static final String PARTY = "party";

  /** The mode of a code. */
  public static final String MODE = "mode";

  private static final String ORDER_ID = "order";
  private static final String TICKETS = "tickets";
  private static final String QR = "qr";
  public static final String VOID = "void";
  public static final String BLOCKED = "blocked";
  public static final String FROM = "from";
  public static final String UNTIL = "until";

  /** The most conditions on marks of other lists that fit into one expression. */
  public static final int MAX_OTHER_MARKS = 40;

  /** Up to this many tickets, every ticket of an order keeps its own marks. */
  static final int OWN_MARKS = 64;

  /**
   * The number of items in which the later tickets of an order share their marks when its first
   * ones keep their own.
   */
  private static final int LATER_MARKS = 16;

  private CodeItems() {}

  /** Returns the key of the item with the marks if it is not the ticket's own. */
  public static Optional<Key> sharedMarks(Item qr, String account, String event) {
    return MarksKey.of(qr, orderOf(qr)).key(account, event);
  }

  /**
   * Chooses the item that keeps the marks of an order's new ticket.
   *
   * @param position the ticket's, among those of the order
   * @param tickets how many the order has
   * @param ownMarks how many tickets of the order keep their own marks
   * @return the number of the item, or -1 for its own
   */
  public static int marksNumber(int position, int tickets, int ownMarks) {
    if (tickets <= OWN_MARKS) {
      return -1;
    }
    return position % (ownMarks == 0 ? OWN_MARKS : LATER_MARKS);
  }

  /** Returns the state of a ticket in its order that decides at a door. */
  public static String state(Order order, Ticket ticket) {
    if (ticket.state() == TicketState.VOID) {
      return VOID;
    }
    return ticket.terms().isBlocked() ? BLOCKED : state(order);
  }

  /** Returns the state of an order that decides at a door. */
  public static String state(Order order) {
    if (order.state() == OrderState.PENDING && !order.validIfPending()) {
      return PENDING;
    }
    return order.state() == OrderState.CANCELLED ? NOT_CONFIRMED : VALID;
  }

  /** Returns whether a list admits tickets and orders of this state. */
  public static boolean admits(CheckinList list, String state) {
    return state.equals(VALID) || (state.equals(PENDING) && list.terms().includePending());
  }

  /** Returns the status of the order of a ticket or order in this state. */
  public static OrderStatus orderStatus(String state) {
    return switch (state) {
      case PENDING -> OrderStatus.PENDING;
      case NOT_CONFIRMED -> OrderStatus.CANCELLED;
      default -> OrderStatus.CONFIRMED;
    };
  }

  /** Returns a time with these limits in epoch seconds; {@code null} is none. */
  public static Window window(Long from, Long until) {
    return new Window(
        from == null ? Window.OPEN_START : from, until == null ? Window.OPEN_END : until);
  }

  /** Returns a time with these limits; {@code null} is none. */
  public static Window window(Instant from, Instant until) {
    return window(OrderItems.seconds(from), OrderItems.seconds(until));
  }

  /** Puts everything about a ticket that decides at its door, and the attendee's name. */
  public static Item putFacts(Item item, Order order, Ticket ticket) {
    TicketTerms terms = ticket.terms();
    return item.put(ScanItems.TYPE, ticket.ticketType())
        .put(STATE, state(order, ticket))
        .put(DUE, due(order, ticket))
        .put(SERIES_DATE, terms.seriesDate())
        .put(FROM, OrderItems.seconds(terms.validFrom()))
        .put(UNTIL, OrderItems.seconds(terms.validUntil()))
        .put(NAME, ticket.name());
  }

  private static Long due(Order order, Ticket ticket) {
    boolean whole = order.paymentState() == PaymentState.UNPAID && order.amount() > 0;
    return whole && state(order, ticket).equals(PENDING) ? (Long) order.amount() : null;
  }

  /** Returns the attributes that {@link #putFacts} may leave out. */
  public static List<String> optionalFacts() {
    return List.of(DUE, SERIES_DATE, FROM, UNTIL, NAME);
  }

  /**
   * Returns the name of the attribute in which an item with shared marks keeps a ticket's facts.
   */
  public static String facts(long ticket) {
    return "t" + ticket;
  }

  /** Returns the name of a ticket's attendee in the item of its marks, or {@code null}. */
  public static String name(Item marks, long ticket) {
    Item shared = marks.map(facts(ticket));
    return (shared.isEmpty() ? marks : shared).text(NAME);
  }

  /** Returns the name of a ticket's mark on a list. */
  public static String mark(long list, long ticket) {
    return list + ":" + ticket;
  }

  /** Returns the list of the mark with this name. */
  public static long listOf(String mark) {
    return Long.parseLong(mark.substring(0, mark.indexOf(':')));
  }

  /** Returns the ticket of the mark with this name. */
  public static long ticketOf(String mark) {
    return Long.parseLong(mark.substring(mark.indexOf(':') + 1));
  }

  /**
   * Returns the lists that a ticket is checked in on, and since when.
   *
   * @param item the one that has its marks
   */
  public static SortedMap<Long, Instant> checkedIn(Item item, long ticket) {
    Item marks = item.map(MARKS);
    SortedMap<Long, Instant> lists = new TreeMap<>();
    marks.names().stream()
        .filter(name -> ticketOf(name) == ticket)
        .forEach(name -> lists.put(listOf(name), CheckinMark.of(ticket, marks.map(name)).at()));
    return lists;
  }

  /**
   * Returns the other lists that a ticket is checked in on.
   *
   * @param item the one that has its marks
   */
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
   * Returns conditions that hold while a ticket is checked in on exactly these other lists, so that
   * it counts as one person; none if there are too many for an expression.
   *
   * @param lists those that the ticket may be checked in on
   * @param in those that it is checked in on
   * @param room how many conditions fit
   */
  public static List<Condition> stillIn(
      Collection<Long> lists, Set<Long> in, long ticket, int room) {
    Set<Long> all = new TreeSet<>(lists);
    all.addAll(in);
    if (all.size() > room) {
      return List.of();
    }
    List<Condition> conditions = new ArrayList<>(all.size());
    for (long other : all) {
      Path mark = Path.of(MARKS, mark(other, ticket));
      conditions.add(in.contains(other) ? Condition.has(mark) : Condition.lacks(mark));
    }
    return conditions;
  }

  /** Returns the order of the ticket that a code stands for. */
  public static long orderOf(Item ticketCode) {
    return ticketCode.number(ORDER_ID);
  }

  /** Puts which ticket a code stands for, without what decides at its door. */
  public static Item putTicket(Item code, Order order, Ticket ticket) {
    return code.put(KIND, TICKET)
        .put(OrderItems.ID, ticket.id())
        .put(ORDER_ID, order.id())
        .put(MODE, order.mode().word())
        .put(ScanItems.REFERENCE, ticket.reference())
        .put(PARTY, order.tickets().size() > 1 ? true : null);
  }

  /** Returns what a code that an order had before stands for. */
  public static Item formerOrderCode(Order order) {
    return orderCode(order).put(REVOKED, true);
  }

  /** Returns what an order's code stands for, including its tickets. */
  public static Item orderCodeWithTickets(Order order) {
    return orderCode(order)
        .put(STATE, state(order))
        .put(
            TICKETS,
            order.tickets(),
            ticket ->
                new Item()
                    .put(OrderItems.ID, ticket.id())
                    .put(ScanItems.TYPE, ticket.ticketType())
                    .put(SERIES_DATE, ticket.terms().seriesDate())
                    .put(QR, ticket.qrCodeIdentifier()));
  }

  private static Item orderCode(Order order) {
    return new Item()
        .put(KIND, ORDER)
        .put(OrderItems.ID, order.id())
        .put(MODE, order.mode().word());
  }

  /** A ticket as its order's QR item has it. */
  public record OrderTicket(long id, String type, String seriesDate, String qr) {}

  /** Returns the tickets in an order's QR item. */
  public static List<OrderTicket> orderTickets(Item orderQr) {
    return orderQr.items(
        TICKETS,
        ticket ->
            new OrderTicket(
                ticket.number(OrderItems.ID),
                ticket.text(ScanItems.TYPE),
                ticket.text(SERIES_DATE),
                ticket.text(QR)));
  }
}
