package io.doorlist.ingest;

import io.doorlist.domain.Order;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.table.Item;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * Where an order and its tickets stand in the sequences and at doors: everything needed to find
 * their items again.
 *
 * @param ordinal in the event's orders, or 0 if it has no row yet
 * @param lists check-in list id to the ordinal in the orders that it admits
 * @param formerCodes digests of the order's own codes that were replaced
 * @param tickets by id
 */
record Placement(
    long ordinal, Map<Long, Long> lists, List<String> formerCodes, Map<Long, TicketPlace> tickets) {
  static final Placement NONE = new Placement(0, Map.of(), List.of(), Map.of());

  Placement {
    lists = Collections.unmodifiableMap(new TreeMap<>(lists));
    formerCodes = List.copyOf(formerCodes);
    tickets = Collections.unmodifiableMap(new TreeMap<>(tickets));
  }

  /** Returns where a ticket stands. */
  TicketPlace of(long ticket) {
    return tickets.getOrDefault(ticket, TicketPlace.NEW);
  }

  /** Returns the lists that a ticket is on. */
  Map<Long, Long> listsOf(long ticket) {
    return of(ticket).lists();
  }

  /** Returns the same placement with these places of tickets. */
  Placement with(Map<Long, TicketPlace> places) {
    return new Placement(ordinal, lists, formerCodes, places);
  }

  /** Adds the placement to the order's item. */
  Item addTo(Item item, Order order) {
    item.put("ordinal", ordinal).put("lists", TicketPlace.ordinals(lists));
    if (!formerCodes.isEmpty()) {
      item.put("former_codes", formerCodes, code -> code);
    }
    return item.put(
        "tickets",
        order.tickets(),
        ticket -> of(ticket.id()).addTo(OrderItems.ticket(ticket), order.id()));
  }

  /** Reads the placement from the order's item. */
  static Placement of(Item item) {
    long order = item.number(OrderItems.ID);
    Map<Long, TicketPlace> tickets = new TreeMap<>();
    for (Item ticket : item.items("tickets", Function.<Item>identity())) {
      tickets.put(ticket.number(OrderItems.ID), TicketPlace.of(ticket, order));
    }
    return new Placement(
        item.number("ordinal"),
        TicketPlace.ordinals(item.map("lists")),
        item.texts("former_codes"),
        tickets);
  }
}
