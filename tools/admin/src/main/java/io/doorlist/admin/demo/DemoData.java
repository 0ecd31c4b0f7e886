package io.doorlist.admin.demo;

import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Order;
import java.util.List;

/**
 * The demo data: an account with three events, their orders and some check-ins. It depends on the
 * seed and the number of orders only; loading it again changes nothing.
 */
public final class DemoData {
  public static final int ORDERS = 320;
  public static final long SEED = 1;

  /** More would reach the ids of test orders. */
  static final int MAX_ORDERS = 500_000;

  private final List<DemoEvent> events;
  private final long seed;

  /**
   * Creates the data's description.
   *
   * @param orders how many orders the largest event has
   */
  public DemoData(int orders, long seed) {
    this.events = DemoEvent.all(orders);
    this.seed = seed;
  }

  List<DemoEvent> events() {
    return events;
  }

  /** Creates one order. */
  Order order(DemoEvent place, Mode mode, int index) {
    return DemoOrder.make(place, mode, index, seed);
  }
}
