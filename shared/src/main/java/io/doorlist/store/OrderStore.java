package io.doorlist.store;

import io.doorlist.domain.AdmittedOrder;
import io.doorlist.domain.AdmittedTicket;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderSummary;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import java.util.Optional;
import java.util.function.Function;

/**
 * Orders, and what check-in lists show of them, all in the order in which they came in.
 * Thread-safe.
 */
public final class OrderStore {
  private final Dynamo dynamo;
  private final SequencePages pages;

  OrderStore(Dynamo dynamo, SequencePages pages) {
    this.dynamo = dynamo;
    this.pages = pages;
  }

  /**
   * Finds an order of either mode. Access pattern 12: strongly consistent, 1 read unit per 4 KB.
   */
  public Optional<Order> find(String account, String event, long id) {
    return dynamo
        .get(TableSchema.order(account, event, id), dynamo.deadline())
        .map(OrderItems::order);
  }

  /** Lists the orders of an event. Access pattern 11. */
  public Page<OrderSummary> list(String account, String event, Mode mode, PageRequest page) {
    return page(TableSchema.orders(account, event, mode), page, OrderItems::summary);
  }

  /** Lists the orders that a check-in list admits. Access pattern 13. */
  public Page<AdmittedOrder> listAdmittedOrders(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    String rows = TableSchema.admittedOrders(account, event, list.id(), mode);
    return page(rows, page, OrderItems::admittedOrder);
  }

  /** Lists the tickets that a check-in list admits. Access pattern 14. */
  public Page<AdmittedTicket> listAdmittedTickets(
      String account, String event, CheckinList list, Mode mode, PageRequest page) {
    String rows = TableSchema.admittedTickets(account, event, list.id(), mode);
    return page(rows, page, OrderItems::admittedTicket);
  }

  private <T> Page<T> page(String rows, PageRequest page, Function<Item, T> codec) {
    SequencePages.Units units =
        pages.page(rows, page, SequencePages.Direction.OLDEST_FIRST, dynamo.deadline());
    return units.page(page, unit -> codec.apply(unit.row().item()));
  }
}
