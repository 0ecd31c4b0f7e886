package io.doorlist.ingest;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Reads what the table has of orders, after finishing what a cut-off run may have left. A dry run
 * finishes nothing. Thread-safe.
 */
record OrderReader(Dynamo dynamo, OpenOrders openOrders, boolean dryRun) {
  /**
   * An incoming order, beside what the table has.
   *
   * @param order as the line has it
   * @param stored the order as stored
   * @param claimed the stored items of what the order claims in addition
   * @param holders the other orders that have some of these, by id
   */
  record Incoming(
      Order order, StoredOrder stored, Map<Key, Item> claimed, Map<Long, StoredOrder> holders) {}

  /** Reads all that decides what becomes of orders, in their order; at most three reads. */
  List<Incoming> readFor(EventDefinition definition, List<Order> orders) {
    OrderClaims claims = new OrderClaims(definition);
    List<StoredOrder> stored = read(definition, orders.stream().map(Order::id).toList());
    List<Set<Key>> claimed = new ArrayList<>();
    Set<Key> keys = new HashSet<>();
    for (int i = 0; i < orders.size(); i++) {
      claimed.add(claims.beyond(stored.get(i).order(), orders.get(i)));
      keys.addAll(claimed.getLast());
    }
    Map<Key, Item> found = dynamo.get(keys);
    List<Set<Long>> holders = new ArrayList<>();
    Set<Long> ids = new HashSet<>();
    for (int i = 0; i < orders.size(); i++) {
      holders.add(claims.holders(orders.get(i), claimed.get(i), found));
      ids.addAll(holders.getLast());
    }
    Map<Long, StoredOrder> others = new HashMap<>();
    read(definition, List.copyOf(ids)).stream()
        .filter(other -> other.order() != null)
        .forEach(other -> others.put(other.order().id(), other));
    List<Incoming> incoming = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      Map<Long, StoredOrder> its = new HashMap<>(others);
      its.keySet().retainAll(holders.get(i));
      incoming.add(new Incoming(orders.get(i), stored.get(i), found, its));
    }
    return incoming;
  }

  /** Reads orders, in the order of the ids. */
  List<StoredOrder> read(EventDefinition definition, List<Long> ids) {
    OrderClaims claims = new OrderClaims(definition);
    List<Key> keys = ids.stream().map(claims::order).toList();
    Map<Key, Item> found = dynamo.get(keys);
    List<StoredOrder> orders = new ArrayList<>(ids.size());
    for (int i = 0; i < keys.size(); i++) {
      StoredOrder order = StoredOrder.of(found.get(keys.get(i)));
      orders.add(order.open() && !dryRun ? finished(definition, ids.get(i)) : order);
    }
    return orders;
  }

  /** Reads an order and finishes it, until it is complete. */
  StoredOrder finished(EventDefinition definition, long id) {
    Key key = new OrderClaims(definition).order(id);
    while (true) {
      StoredOrder stored = StoredOrder.of(dynamo.get(key).orElse(null));
      if (!stored.open()) {
        return stored;
      }
      openOrders.finish(definition, stored);
    }
  }
}
