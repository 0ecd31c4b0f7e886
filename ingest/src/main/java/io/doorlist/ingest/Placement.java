package io.doorlist.ingest;

import io.doorlist.domain.Order;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where an order and its tickets stand in the sequences: everything needed to find their rows
 * again.
 *
 * @param ordinal in the event's orders, or 0 if it has no row yet
 * @param lists check-in list id to the ordinal in the orders that it admits
 * @param ticketLists ticket id to check-in list id to the ordinal in the tickets that it admits
 * @param doors ticket id to the number of the door item that has its marks; absent if its own item
 *     has
 */
record Placement(
    long ordinal,
    Map<Long, Long> lists,
    Map<Long, Map<Long, Long>> ticketLists,
    Map<Long, Integer> doors) {
  static final Placement NONE = new Placement(0, Map.of(), Map.of(), Map.of());

  Placement {
    lists = Collections.unmodifiableMap(new TreeMap<>(lists));
    ticketLists = Collections.unmodifiableMap(new TreeMap<>(ticketLists));
    doors = Map.copyOf(doors);
  }

  /** Returns the lists that a ticket is on. */
  Map<Long, Long> listsOf(long ticket) {
    return ticketLists.getOrDefault(ticket, Map.of());
  }

  /** Adds the placement to the order's item. */
  Item addTo(Item item, Order order) {
    return item.put("ordinal", ordinal)
        .put("lists", ordinals(lists))
        .put(
            "tickets",
            order.tickets(),
            ticket -> {
              Integer door = doors.get(ticket.id());
              return OrderItems.ticket(ticket)
                  .put("lists", ordinals(listsOf(ticket.id())))
                  .put("door", door);
            });
  }

  /** Reads the placement from the order's item. */
  static Placement of(Item item) {
    Map<Long, Map<Long, Long>> ticketLists = new TreeMap<>();
    Map<Long, Integer> doors = new TreeMap<>();
    for (Item ticket : item.items("tickets", Function.identity())) {
      long id = ticket.number(OrderItems.ID);
      ticketLists.put(id, ordinals(ticket.map("lists")));
      if (ticket.has("door")) {
        doors.put(id, (int) ticket.number("door"));
      }
    }
    return new Placement(item.number("ordinal"), ordinals(item.map("lists")), ticketLists, doors);
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
}
