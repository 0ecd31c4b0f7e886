package io.doorlist.store.order;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.order.Erasure;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.sequence.FollowingItems;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequencePages;
import io.doorlist.store.sequence.SequencePages.Direction;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads orders, and what check-in lists show about them, in the order of import. Thread-safe. */
public final class OrderStore {
  private final Table table;
  private final SequencePages pages;
  private final Sequence sequence;

  public OrderStore(Table table) {
    this.table = table;
    this.pages = new SequencePages(table);
    this.sequence = new Sequence(table);
  }

  /** Finds an order of either mode. Access pattern 12: strongly consistent. */
  public Optional<Order> find(String account, String event, long id) {
    return table.get(TableSchema.order(account, event, id)).map(OrderItems::order);
  }

  /**
   * Finds the orders of tickets, of either mode, by the tickets' ids. Tickets that do not exist are
   * left out. Access pattern 22: strongly consistent.
   */
  public Map<Long, Order> findByTickets(String account, String event, Collection<Long> ids) {
    Instant deadline = table.deadline();
    List<Key> notes =
        ids.stream().distinct().map(id -> TableSchema.ticket(account, event, id)).toList();
    List<Key> orders =
        table.get(notes, deadline).values().stream()
            .map(note -> TableSchema.order(account, event, note.number(OrderFacts.ID)))
            .distinct()
            .toList();
    Map<Long, Order> found = new HashMap<>();
    for (Item item : table.get(orders, deadline).values()) {
      Order order = OrderItems.order(item);
      order.tickets().forEach(ticket -> found.put(ticket.id(), order));
    }
    found.keySet().retainAll(ids);
    return found;
  }

  /** Finds the erasures of these orders, by their ids. Access pattern 25: strongly consistent. */
  public Map<Long, Erasure> findErasures(String account, String event, Collection<Long> orders) {
    List<Key> notes =
        orders.stream().distinct().map(id -> TableSchema.erasure(account, event, id)).toList();
    return table.get(notes).values().stream()
        .map(OrderItems::erasure)
        .collect(Collectors.toMap(Erasure::order, erasure -> erasure));
  }

  /** Lists the orders of an event. Access pattern 11. */
  public Page<OrderSummary> list(String account, String event, Mode mode, PageRequest page) {
    String rows = TableSchema.orders(account, event, mode);
    return pages.page(rows, page, Direction.OLDEST_FIRST, OrderItems::summary);
  }

  /**
   * Returns orders that their shop changed at a time or later. Access pattern 56: strongly
   * consistent.
   *
   * @param after the ordinal of an order in the event's orders, or 0 for the beginning
   */
  public FollowingItems<OrderSummary> updatedSince(
      String account, String event, Mode mode, Instant since, long after, int items) {
    String orders = TableSchema.orders(account, event, mode);
    Instant deadline = table.deadline();
    return FollowingItems.read(
        after,
        items,
        first -> sequence.rows(orders, first, Long.MAX_VALUE, FollowingItems.ROWS, deadline),
        row -> summary(row).filter(order -> !order.updatedAt().isBefore(since)),
        order -> 0);
  }

  /** Reads a row; empty if the row only closes an ordinal, or cannot be read. */
  private static Optional<OrderSummary> summary(SequenceRow row) {
    return row.units() == 0 ? Optional.empty() : Item.tryRead(() -> OrderItems.summary(row.item()));
  }

  /** Returns the version of {@link #list}. Access pattern 31: strongly consistent, 1 read unit. */
  public Optional<String> version(String account, String event, Mode mode) {
    return pages.version(TableSchema.orders(account, event, mode), table.deadline());
  }

  /** Lists the orders that a check-in list admits. Access pattern 13. */
  public Page<AdmittedOrder> listAdmittedOrders(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    String rows = TableSchema.admittedOrders(account, event, list.id(), mode);
    return pages.page(rows, page, Direction.OLDEST_FIRST, OrderItems::admittedOrder);
  }

  /** Lists the tickets that a check-in list admits. Access pattern 14. */
  public Page<AdmittedTicket> listAdmittedTickets(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    String rows = TableSchema.admittedTickets(account, event, list.id(), mode);
    return pages.page(rows, page, Direction.OLDEST_FIRST, OrderItems::admittedTicket);
  }

  /** Returns the version of {@link #listAdmittedOrders}. Access pattern 31. */
  public Optional<String> admittedOrdersVersion(
      String account, String event, long list, Mode mode) {
    return pages.version(TableSchema.admittedOrders(account, event, list, mode), table.deadline());
  }

  /** Returns the version of {@link #listAdmittedTickets}. Access pattern 31. */
  public Optional<String> admittedTicketsVersion(
      String account, String event, long list, Mode mode) {
    return pages.version(TableSchema.admittedTickets(account, event, list, mode), table.deadline());
  }
}
