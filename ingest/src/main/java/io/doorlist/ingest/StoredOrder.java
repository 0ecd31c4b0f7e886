package io.doorlist.ingest;

import io.doorlist.domain.Order;
import io.doorlist.store.checkin.Admission;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * An order as its item has it.
 *
 * @param order {@code null} if there is none
 * @param version grows with every write of the item; 0 if there is none
 * @param open whether writes that belong to it may be missing
 * @param leaving for an open order, the rows that it leaves: sequence to ordinals
 */
record StoredOrder(
    Order order, Placement placement, long version, boolean open, Map<String, List<Long>> leaving) {
  /** What is there of an order that is not. */
  static final StoredOrder NONE = new StoredOrder(null, Placement.NONE, 0, false, Map.of());

  StoredOrder {
    leaving = Collections.unmodifiableMap(new TreeMap<>(leaving));
  }

  static StoredOrder of(Optional<Item> found) {
    if (found.isEmpty()) {
      return NONE;
    }
    Item item = found.get();
    Map<String, List<Long>> leaving = new TreeMap<>();
    Item left = item.map("leaving");
    for (String sequence : left.names()) {
      leaving.put(sequence, left.numbers(sequence));
    }
    return new StoredOrder(
        OrderItems.order(item),
        Placement.of(item),
        item.number(Admission.VERSION),
        item.flag("open"),
        leaving);
  }
}
