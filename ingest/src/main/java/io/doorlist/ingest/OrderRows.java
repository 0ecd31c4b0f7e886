package io.doorlist.ingest;

import io.doorlist.domain.AdmittedOrder;
import io.doorlist.domain.AdmittedTicket;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderSummary;
import io.doorlist.domain.Ticket;
import io.doorlist.store.checkin.Admission;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** The rows that show an order and its tickets, in all sequences of an event and mode. */
final class OrderRows {
  private final String account;
  private final String event;
  private final Mode mode;

  OrderRows(EventDefinition definition, Mode mode) {
    this.account = definition.event().account();
    this.event = definition.event().slug();
    this.mode = mode;
  }

  /** Names the sequence of the event's orders. */
  String orders() {
    return TableSchema.orders(account, event, mode);
  }

  /** Names the sequence of the orders that a list admits. */
  String admittedOrders(long list) {
    return TableSchema.admittedOrders(account, event, list, mode);
  }

  /** Names the sequence of the tickets that a list admits. */
  String admittedTickets(long list) {
    return TableSchema.admittedTickets(account, event, list, mode);
  }

  /**
   * Makes all rows of an order by their keys. They follow from the order and its placement alone.
   */
  Map<Key, Item> rows(Order order, Placement placement) {
    Map<Key, Item> rows = new LinkedHashMap<>();
    Item summary = SequenceRow.row(orders(), placement.ordinal(), 1);
    rows.put(summary.key(), OrderItems.summary(summary, OrderSummary.of(order)));
    placement
        .lists()
        .forEach(
            (list, ordinal) -> {
              Item row = SequenceRow.row(admittedOrders(list), ordinal, 1);
              rows.put(row.key(), OrderItems.admittedOrder(row, admitted(order, placement, list)));
            });
    for (Ticket ticket : order.tickets()) {
      AdmittedTicket admitted =
          new AdmittedTicket(
              ticket.qrCodeIdentifier(),
              ticket.reference(),
              ticket.id(),
              ticket.ticketType(),
              ticket.terms().validFrom(),
              ticket.terms().validUntil());
      placement
          .listsOf(ticket.id())
          .forEach(
              (list, ordinal) -> {
                Item row = SequenceRow.row(admittedTickets(list), ordinal, 1);
                rows.put(row.key(), OrderItems.admittedTicket(row, admitted));
              });
    }
    return rows;
  }

  /** Makes the rows that a stored order keeps and that say something else from now on. */
  Map<Key, Item> changedInPlace(StoredOrder stored, Order order, Placement placement) {
    Map<Key, Item> changed = new LinkedHashMap<>();
    if (stored.order() != null) {
      Map<Key, Item> old = rows(stored.order(), stored.placement());
      rows(order, placement)
          .forEach(
              (key, row) -> {
                if (old.containsKey(key) && !old.get(key).equals(row)) {
                  changed.put(key, row);
                }
              });
    }
    return changed;
  }

  private static AdmittedOrder admitted(Order order, Placement placement, long list) {
    SortedMap<String, Integer> types = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      if (placement.listsOf(ticket.id()).containsKey(list)) {
        types.merge(ticket.ticketType(), 1, Integer::sum);
      }
    }
    return new AdmittedOrder(order.qrCodeIdentifier(), order.reference(), order.id(), types);
  }

  /**
   * Makes what the QR codes of an order and its tickets stand for, but for the marks of check-ins.
   */
  Map<Key, Item> codes(Order order, Placement placement) {
    Map<Key, Item> codes = new LinkedHashMap<>();
    codes.put(TableSchema.qr(account, event, order.qrCodeIdentifier()), orderCode(order));
    for (Ticket ticket : order.tickets()) {
      Item code =
          new Item()
              .put(Admission.KIND, Admission.TICKET)
              .put(OrderItems.ID, ticket.id())
              .put("order", order.id())
              .put("mode", mode.word())
              .put("reference", ticket.reference());
      Integer door = placement.doors().get(ticket.id());
      if (door == null) {
        Admission.putFacts(code, order, ticket);
      } else {
        code.put("door", (long) door);
      }
      codes.put(TableSchema.qr(account, event, ticket.qrCodeIdentifier()), code);
    }
    return codes;
  }

  private Item orderCode(Order order) {
    return new Item()
        .put(Admission.KIND, Admission.ORDER)
        .put(OrderItems.ID, order.id())
        .put("mode", mode.word())
        .put(Admission.STATE, Admission.state(order))
        .put(
            "tickets",
            order.tickets(),
            ticket ->
                new Item()
                    .put(OrderItems.ID, ticket.id())
                    .put(Admission.TYPE, ticket.ticketType())
                    .put(Admission.SERIES_DATE, ticket.terms().seriesDate())
                    .put("qr", ticket.qrCodeIdentifier()));
  }

  /** Makes what the shared doors of an order know of its tickets. */
  Map<Key, Item> doors(Order order, Placement placement) {
    Map<Key, Item> doors = new LinkedHashMap<>();
    for (Ticket ticket : order.tickets()) {
      Integer door = placement.doors().get(ticket.id());
      if (door != null) {
        doors
            .computeIfAbsent(TableSchema.door(account, event, order.id(), door), any -> new Item())
            .put(Admission.facts(ticket.id()), Admission.putFacts(new Item(), order, ticket));
      }
    }
    return doors;
  }

  /** Makes the notes that keep ticket ids apart. */
  Map<Key, Item> tickets(Order order) {
    Map<Key, Item> tickets = new LinkedHashMap<>();
    for (Ticket ticket : order.tickets()) {
      Key key = TableSchema.ticket(account, event, ticket.id());
      tickets.put(key, new Item(key).put(OrderItems.ID, order.id()));
    }
    return tickets;
  }

  /** Returns the key of the order itself. */
  Key order(Order order) {
    return TableSchema.order(account, event, order.id());
  }

  /** Returns the placement with some rows at other ordinals. */
  Placement moved(Order order, Placement placement, Map<Key, Long> replacements) {
    Map<Long, Map<Long, Long>> ticketLists = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      Map<Long, Long> lists = new TreeMap<>();
      placement
          .listsOf(ticket.id())
          .forEach(
              (list, ordinal) ->
                  lists.put(list, moved(admittedTickets(list), ordinal, replacements)));
      ticketLists.put(ticket.id(), lists);
    }
    Map<Long, Long> lists = new TreeMap<>();
    placement
        .lists()
        .forEach(
            (list, ordinal) -> lists.put(list, moved(admittedOrders(list), ordinal, replacements)));
    return new Placement(
        moved(orders(), placement.ordinal(), replacements), lists, ticketLists, placement.doors());
  }

  private static long moved(String sequence, long ordinal, Map<Key, Long> replacements) {
    return replacements.getOrDefault(TableSchema.row(sequence, ordinal), ordinal);
  }
}
