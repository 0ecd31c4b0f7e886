package io.doorlist.ingest;

import io.doorlist.domain.QrCode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * An order as stored in its item: the order, and where its rows and the marks of its tickets are.
 * All other items of the order can be derived from this one.
 *
 * @param order {@code null} if there is none
 * @param version grows with every write of the item; 0 if there is none
 * @param open whether some of its other writes may be missing
 * @param leaving for an open order, the rows that are still to be removed, as ordinals by sequence
 */
record StoredOrder(
    Order order, Placement placement, long version, boolean open, Map<String, List<Long>> leaving) {
  private static final String OPEN = "open";
  private static final String LEAVING = "leaving";
  static final String ORDINAL = "ordinal";
  static final String LISTS = "lists";
  static final String FORMER_CODES = "former_codes";
  static final String TICKETS = "tickets";
  static final String VANISHED_AFTER = "vanished_after";
  static final String CAME_FROM = "came_from";
  static final String CODE_FROM = "code_from";
  static final String BY_MAIN = "by_main";
  static final StoredOrder NONE = new StoredOrder(null, Placement.NONE, 0, false, Map.of());

  StoredOrder {
    leaving = Collections.unmodifiableMap(new TreeMap<>(leaving));
  }

  StoredOrder at(Placement other) {
    return new StoredOrder(order, other, version, open, leaving);
  }

  StoredOrder next(boolean stillOpen) {
    return new StoredOrder(order, placement, version + 1, stillOpen, leaving);
  }

  Item putInto(Item item) {
    OrderItems.order(item, order).put(CodeItems.VERSION, version);
    placement.putInto(item, order, OrderItems::ticket);
    if (open) {
      item.put(OPEN, true).put(LEAVING, leaving);
    }
    return item;
  }

  /** Reads the order from its item, which is {@code null} if there is none. */
  static StoredOrder of(Item item) {
    return item == null
        ? NONE
        : Item.tryRead(() -> read(item))
            .orElseThrow(() -> new RunAbortedException("an order cannot be read: " + item.key()));
  }

  private static StoredOrder read(Item item) {
    Map<String, List<Long>> leaving = new TreeMap<>();
    Item left = item.map(LEAVING);
    for (String sequence : left.names()) {
      leaving.put(sequence, left.numbers(sequence));
    }
    return new StoredOrder(
        OrderItems.order(item),
        Placement.of(item),
        item.number(CodeItems.VERSION),
        item.flag(OPEN),
        leaving);
  }

  private static void putUnlessEmpty(Item item, String name, List<?> values) {
    item.put(name, values.isEmpty() ? null : values);
  }

  private static Item ordinals(Map<Long, Long> lists) {
    Item item = new Item();
    lists.forEach((list, ordinal) -> item.put(Long.toString(list), ordinal));
    return item;
  }

  private static Map<Long, Long> ordinals(Item item) {
    Map<Long, Long> lists = new TreeMap<>();
    item.names().forEach(list -> lists.put(Long.valueOf(list), item.number(list)));
    return lists;
  }

  /**
   * Where an order and its tickets are in the sequences, and where the tickets' check-in marks are.
   *
   * @param ordinal the order's ordinal in the event's orders, or 0 if it has no row yet
   * @param lists by check-in list id, the ordinal in the orders that the list admits
   * @param formerCodes digests of the order's own codes that were replaced
   */
  record Placement(
      long ordinal,
      Map<Long, Long> lists,
      List<String> formerCodes,
      Map<Long, TicketPlacement> tickets) {
    static final Placement NONE = new Placement(0, Map.of(), List.of(), Map.of());

    Placement {
      lists = Collections.unmodifiableMap(new TreeMap<>(lists));
      formerCodes = List.copyOf(formerCodes);
      tickets = Collections.unmodifiableMap(new TreeMap<>(tickets));
    }

    TicketPlacement of(long ticket) {
      return tickets.getOrDefault(ticket, TicketPlacement.NEW);
    }

    Key marks(Ticket ticket, String account, String event) {
      return of(ticket.id()).marks().key(account, event, ticket.qrCodeIdentifier());
    }

    Placement with(Map<Long, TicketPlacement> places) {
      return new Placement(ordinal, lists, formerCodes, places);
    }

    /**
     * Puts the placement into the order's item. {@code tickets} returns the item of a ticket, to
     * which the ticket's placement is added.
     */
    Item putInto(Item item, Order order, Function<Ticket, Item> tickets) {
      item.put(ORDINAL, ordinal).put(LISTS, ordinals(lists));
      putUnlessEmpty(item, FORMER_CODES, formerCodes);
      return item.put(
          TICKETS,
          order.tickets(),
          ticket -> of(ticket.id()).putInto(tickets.apply(ticket), order.id()));
    }

    static Placement of(Item item) {
      long order = item.number(OrderFacts.ID);
      Map<Long, TicketPlacement> tickets = new TreeMap<>();
      for (Item ticket : item.items(TICKETS)) {
        tickets.put(ticket.number(OrderFacts.ID), TicketPlacement.of(ticket, order));
      }
      return new Placement(
          item.number(ORDINAL), ordinals(item.map(LISTS)), item.texts(FORMER_CODES), tickets);
    }
  }

  /**
   * Where a ticket is in the sequences, and which orders and codes it had before.
   *
   * @param vanishedAfter for a ticket that a newer version of its order left out, the time of the
   *     last version that had it; otherwise {@code null}
   * @param cameFrom the order that the ticket was in before, or {@code null}
   * @param codeFrom the ticket that had this ticket's code before, or {@code null}
   * @param byMain for an add-on, the lists on which its row has the code of its main ticket
   */
  record TicketPlacement(
      Map<Long, Long> lists,
      MarksKey marks,
      List<String> formerCodes,
      Instant vanishedAfter,
      Long cameFrom,
      Long codeFrom,
      Set<Long> byMain) {
    static final TicketPlacement NEW =
        new TicketPlacement(Map.of(), MarksKey.OWN, List.of(), null, null, null, Set.of());

    TicketPlacement {
      lists = Collections.unmodifiableMap(new TreeMap<>(lists));
      formerCodes = List.copyOf(formerCodes);
      byMain = Set.copyOf(byMain);
    }

    TicketPlacement with(MarksKey newMarks, Map<Long, Long> newLists, Set<Long> newByMain) {
      return new TicketPlacement(
          newLists, newMarks, formerCodes, vanishedAfter, cameFrom, codeFrom, newByMain);
    }

    TicketPlacement withCodeFrom(Long ticket) {
      return new TicketPlacement(
          lists, marks, formerCodes, vanishedAfter, cameFrom, ticket, byMain);
    }

    TicketPlacement movedFrom(long order) {
      return new TicketPlacement(lists, marks, formerCodes, null, order, codeFrom, byMain);
    }

    TicketPlacement vanished(Instant after) {
      return new TicketPlacement(lists, marks, formerCodes, after, cameFrom, codeFrom, byMain);
    }

    /** Returns the placement of a ticket whose code is replaced. */
    TicketPlacement withCode(String old, String code) {
      String was = QrCode.digest(old);
      String is = QrCode.digest(code);
      if (was.equals(is)) {
        return this;
      }
      List<String> former = new ArrayList<>(formerCodes);
      former.remove(is);
      former.add(was);
      MarksKey stays = marks instanceof MarksKey.Own ? new MarksKey.OfCode(was) : marks;
      return new TicketPlacement(
          lists,
          stays.equals(new MarksKey.OfCode(is)) ? MarksKey.OWN : stays,
          former,
          vanishedAfter,
          cameFrom,
          codeFrom,
          byMain);
    }

    /** Returns the placement without former codes that other tickets have now. */
    TicketPlacement without(Collection<String> codes) {
      List<String> former = new ArrayList<>(formerCodes);
      former.removeAll(codes);
      return new TicketPlacement(lists, marks, former, vanishedAfter, cameFrom, codeFrom, byMain);
    }

    Item putInto(Item ticket, long order) {
      ticket.put(LISTS, ordinals(lists));
      marks.putInto(ticket, order);
      putUnlessEmpty(ticket, FORMER_CODES, formerCodes);
      putUnlessEmpty(ticket, BY_MAIN, byMain.stream().sorted().toList());
      return ticket
          .put(VANISHED_AFTER, vanishedAfter)
          .put(CAME_FROM, cameFrom)
          .put(CODE_FROM, codeFrom);
    }

    static TicketPlacement of(Item ticket, long order) {
      return new TicketPlacement(
          ordinals(ticket.map(LISTS)),
          MarksKey.of(ticket, order),
          ticket.texts(FORMER_CODES),
          ticket.time(VANISHED_AFTER),
          ticket.numberOrNull(CAME_FROM),
          ticket.numberOrNull(CODE_FROM),
          Set.copyOf(ticket.numbers(BY_MAIN)));
    }
  }
}
