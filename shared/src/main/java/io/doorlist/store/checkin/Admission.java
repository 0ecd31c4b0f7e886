package io.doorlist.store.checkin;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.TicketTerms;
import io.doorlist.door.CodeFacts;
import io.doorlist.door.CodeFacts.OrderStatus;
import io.doorlist.door.Window;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.Path;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * What a ticket's QR code stands for: the facts that decide at a door, and the marks of the doors
 * it has passed.
 *
 * <p>Implementation notes. The marks and the facts that a check-in depends on live in one item, the
 * ticket's door, so that one condition on its version covers both. An ordinary ticket's door is its
 * QR item. Tickets of a large order share doors, {@link #doorNumber} of them at most, so that a
 * check-in of the whole order fits one transaction of 100 writes: see ADR 0008.
 */
public final class Admission {
  /** What a code stands for: {@link #TICKET} or {@link #ORDER}. */
  public static final String KIND = "kind";

  /** The kind of a ticket's code. */
  public static final String TICKET = "ticket";

  /** The kind of an order's code. */
  public static final String ORDER = "order";

  /** Who is in: marks by list and ticket. */
  public static final String MARKS = "in";

  /** Grows with every change of what decides at a door. */
  public static final String VERSION = "v";

  /** What decides at a door, one of the words below. */
  public static final String STATE = "state";

  /** The ticket type's slug. */
  public static final String TYPE = "type";

  /** The attendee's name. */
  public static final String NAME = "name";

  /** The state of a ticket that doors take. */
  public static final String VALID = "valid";

  /** The state of a ticket whose order is pending, and of such an order. */
  public static final String PENDING = "pending";

  /** The state of a ticket whose order will not be confirmed, and of such an order. */
  public static final String NOT_CONFIRMED = "order_not_confirmed";

  /** Which date of a series the ticket is for. */
  public static final String SERIES_DATE = "date";

  /** The attribute of a code that was replaced. */
  public static final String REVOKED = "revoked";

  /** The mode of an order's code, or of a ticket's. */
  static final String MODE = "mode";

  private static final String ORDER_ID = "order";
  private static final String REFERENCE = "reference";
  private static final String TICKETS = "tickets";
  private static final String QR = "qr";
  private static final String VOID = "void";
  private static final String BLOCKED = "blocked";
  private static final String FROM = "from";
  private static final String UNTIL = "until";

  /** Up to this many tickets, every ticket of an order has a door of its own. */
  static final int OWN_DOORS = 64;

  /** Doors that the later tickets of an order share when its first ones have their own. */
  private static final int LATER_DOORS = 16;

  private final Item qr;
  private final Item door;

  private Admission(Item qr, Item door) {
    this.qr = qr;
    this.door = door;
  }

  /** Makes the admission of a ticket whose door is its own item. */
  static Admission own(Item qr) {
    return new Admission(qr, qr);
  }

  /** Makes the admission of a ticket that shares a door. */
  static Admission shared(Item qr, Item door) {
    return new Admission(qr, door);
  }

  /** Returns the door's key if it is not the ticket's own item. */
  static Optional<Key> sharedDoor(Item qr, String account, String event) {
    return DoorPlace.of(qr, orderOf(qr)).key(account, event);
  }

  /**
   * Chooses the door of an order's new ticket.
   *
   * @param position of the ticket among the order's
   * @param tickets of the order
   * @param ownDoors tickets of the order that have their own
   * @return the number of the door, or -1 for its own
   */
  public static int doorNumber(int position, int tickets, int ownDoors) {
    if (tickets <= OWN_DOORS) {
      return -1;
    }
    return position % (ownDoors == 0 ? OWN_DOORS : LATER_DOORS);
  }

  /** Returns the word for what decides at a door, of a ticket in its order. */
  public static String state(Order order, Ticket ticket) {
    if (ticket.state() == TicketState.VOID) {
      return VOID;
    }
    return ticket.terms().isBlocked() ? BLOCKED : state(order);
  }

  /** Returns the word for what decides at a door, of an order. */
  public static String state(Order order) {
    if (order.state() == OrderState.PENDING && !order.validIfPending()) {
      return PENDING;
    }
    return order.state() == OrderState.CANCELLED ? NOT_CONFIRMED : VALID;
  }

  /** Returns whether a list takes tickets and orders of this state. */
  public static boolean takes(CheckinList list, String state) {
    return state.equals(VALID) || (state.equals(PENDING) && list.terms().includePending());
  }

  /** Puts all that decides at a door of a ticket in its order, and the name. */
  public static Item putFacts(Item item, Order order, Ticket ticket) {
    TicketTerms terms = ticket.terms();
    return item.put(TYPE, ticket.ticketType())
        .put(STATE, state(order, ticket))
        .put(SERIES_DATE, terms.seriesDate())
        .put(FROM, OrderItems.seconds(terms.validFrom()))
        .put(UNTIL, OrderItems.seconds(terms.validUntil()))
        .put(NAME, ticket.name());
  }

  /** Returns the attributes that {@link #putFacts} may leave out. */
  public static List<String> optionalFacts() {
    return List.of(SERIES_DATE, FROM, UNTIL, NAME);
  }

  /** Returns the name of what a shared door knows of a ticket. */
  public static String facts(long ticket) {
    return "t" + ticket;
  }

  /** Returns the name of a ticket's mark on a list. */
  static String mark(long list, long ticket) {
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

  long ticketId() {
    return qr.number(OrderItems.ID);
  }

  String reference() {
    return qr.text(REFERENCE);
  }

  /**
   * Returns the attendee's name, or {@code null}. It is kept next to the marks, so that no check-in
   * brings back a name that was erased meanwhile.
   */
  String name() {
    return facts().text(NAME);
  }

  Mode mode() {
    return Mode.of(qr.text(MODE));
  }

  String ticketType() {
    return facts().text(TYPE);
  }

  /** Returns the date of a series that the ticket is for, or {@code null}. */
  String seriesDate() {
    return facts().text(SERIES_DATE);
  }

  /** Returns what the rule decides by at a list. */
  CodeFacts facts(CheckinList list) {
    if (qr.flag(REVOKED)) {
      return new CodeFacts.RevokedCode();
    }
    String state = facts().text(STATE);
    return new CodeFacts.TicketCode(
        mark(list.id()).map(mark -> mark.at().getEpochSecond()).orElse(CodeFacts.TicketCode.NOT_IN),
        list.admits(ticketType(), seriesDate()),
        state.equals(VOID),
        state.equals(BLOCKED),
        switch (state) {
          case PENDING -> OrderStatus.PENDING;
          case NOT_CONFIRMED -> OrderStatus.CANCELLED;
          default -> OrderStatus.CONFIRMED;
        },
        false,
        window());
  }

  private Window window() {
    Long from = facts().numberOrNull(FROM);
    Long until = facts().numberOrNull(UNTIL);
    return new Window(
        from == null ? Window.OPEN_START : from, until == null ? Window.OPEN_END : until);
  }

  private Item facts() {
    Item shared = door.map(facts(ticketId()));
    return door == qr || shared.isEmpty() ? door : shared;
  }

  /** Returns the mark that the ticket has on a list, or empty if it is not in. */
  Optional<CheckinMark> mark(long list) {
    Item marks = door.map(MARKS);
    String name = mark(list, ticketId());
    return marks.has(name)
        ? Optional.of(CheckinMark.of(ticketId(), marks.map(name)))
        : Optional.empty();
  }

  /** Returns the lists that a ticket is in on, and since when, by the item that has its marks. */
  public static SortedMap<Long, Instant> checkedIn(Item door, long ticket) {
    Item marks = door.map(MARKS);
    SortedMap<Long, Instant> lists = new TreeMap<>();
    marks.names().stream()
        .filter(name -> ticketOf(name) == ticket)
        .forEach(name -> lists.put(listOf(name), CheckinMark.of(ticket, marks.map(name)).at()));
    return lists;
  }

  /** Returns the lists other than one that the ticket is in on. */
  Set<Long> otherLists(long list) {
    return otherLists(door, ticketId(), list);
  }

  /** Returns the lists other than one that a ticket is in on, by the item that has its marks. */
  static Set<Long> otherLists(Item door, long ticket, long list) {
    return door.map(MARKS).attributes().keySet().stream()
        .filter(name -> ticketOf(name) == ticket && listOf(name) != list)
        .map(Admission::listOf)
        .collect(Collectors.toUnmodifiableSet());
  }

  /**
   * Returns conditions by which a ticket is still in on these other lists and on no more, so that
   * it counts as one person; none if they are too many for an expression.
   *
   * @param lists those that the ticket may be in on
   * @param in those that it is in on
   * @param room how many conditions there is room for
   */
  static List<Condition> stillIn(Collection<Long> lists, Set<Long> in, long ticket, int room) {
    Set<Long> all = new TreeSet<>(lists);
    all.addAll(in);
    if (all.size() > room) {
      return List.of();
    }
    return all.stream()
        .map(
            other -> {
              Path mark = Path.of(MARKS, mark(other, ticket));
              return in.contains(other) ? Condition.has(mark) : Condition.lacks(mark);
            })
        .toList();
  }

  /** Makes what a command does for the ticket. */
  CheckinMark checkIn(long ordinal, int index, CheckinCommand command, Instant now) {
    return new CheckinMark(
        ordinal,
        index,
        ticketId(),
        reference(),
        name(),
        now,
        command.tokenId(),
        command.tokenName(),
        command.online(),
        command.qrCodeScanned(),
        command.scannedAt(),
        command.clockSkew(now));
  }

  Key doorKey() {
    return door.key();
  }

  long doorVersion() {
    return door.number(VERSION);
  }

  /** Returns the order that the ticket is in. */
  long order() {
    return orderOf(qr);
  }

  /** Returns the order of the ticket that a code stands for. */
  public static long orderOf(Item ticketCode) {
    return ticketCode.number(ORDER_ID);
  }

  /** Puts which ticket a code stands for, but not what decides at its door. */
  public static Item putTicket(Item code, Order order, Ticket ticket) {
    return code.put(KIND, TICKET)
        .put(OrderItems.ID, ticket.id())
        .put(ORDER_ID, order.id())
        .put(MODE, order.mode().word())
        .put(REFERENCE, ticket.reference());
  }

  /** Returns what a code that an order had before stands for. */
  public static Item formerOrderCode(Order order) {
    return orderCode(order).put(REVOKED, true);
  }

  /** Returns what an order's code stands for, with its tickets. */
  public static Item orderCodeWithTickets(Order order) {
    return orderCode(order)
        .put(STATE, state(order))
        .put(
            TICKETS,
            order.tickets(),
            ticket ->
                new Item()
                    .put(OrderItems.ID, ticket.id())
                    .put(TYPE, ticket.ticketType())
                    .put(SERIES_DATE, ticket.terms().seriesDate())
                    .put(QR, ticket.qrCodeIdentifier()));
  }

  private static Item orderCode(Order order) {
    return new Item()
        .put(KIND, ORDER)
        .put(OrderItems.ID, order.id())
        .put(MODE, order.mode().word());
  }

  /** One ticket of an order as the order's QR item has it. */
  record OrderTicket(long id, String type, String seriesDate, String qr) {}

  /** Returns the tickets in an order's QR item. */
  static List<OrderTicket> orderTickets(Item orderQr) {
    return orderQr.items(
        TICKETS,
        ticket ->
            new OrderTicket(
                ticket.number(OrderItems.ID),
                ticket.text(TYPE),
                ticket.text(SERIES_DATE),
                ticket.text(QR)));
  }
}
