package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.QrCode;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderSummary;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.order.Ticket;
import io.doorlist.ingest.StoredOrder.Placement;
import io.doorlist.ingest.StoredOrder.TicketPlacement;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceRow;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.Function;
import java.util.function.LongFunction;

/** The rows that show an order and its tickets, in all sequences of an event and mode. */
record OrderRows(String account, String event, Mode mode, OrderClaims keys) {
  OrderRows(EventDefinition definition, Mode mode) {
    this(
        definition.event().account(), definition.event().slug(), mode, new OrderClaims(definition));
  }

  String orders() {
    return TableSchema.orders(account, event, mode);
  }

  String admittedOrders(long list) {
    return TableSchema.admittedOrders(account, event, list, mode);
  }

  String admittedTickets(long list) {
    return TableSchema.admittedTickets(account, event, list, mode);
  }

  /**
   * Returns all rows of an order by key. The rows can be derived from the order and its placement
   * alone.
   */
  Map<Key, Item> rows(StoredOrder of) {
    Order order = of.order();
    Placement placement = of.placement();
    Map<Key, Item> rows = new LinkedHashMap<>();
    Item summary = SequenceRow.row(orders(), placement.ordinal(), 1);
    rows.put(summary.key(), OrderItems.summary(summary, OrderSummary.of(order)));
    placement
        .lists()
        .forEach(
            (list, ordinal) -> {
              Item row = SequenceRow.row(admittedOrders(list), ordinal, 1);
              rows.put(row.key(), OrderItems.admittedOrder(row, admitted(of, list)));
            });
    Map<Long, String> codes = new HashMap<>();
    order.tickets().forEach(ticket -> codes.put(ticket.id(), ticket.qrCodeIdentifier()));
    for (Ticket ticket : order.tickets()) {
      TicketPlacement place = placement.of(ticket.id());
      String main = codes.get(ticket.terms().addonTo());
      place
          .lists()
          .forEach(
              (list, ordinal) -> {
                Item row = SequenceRow.row(admittedTickets(list), ordinal, 1);
                String byMain = place.byMain().contains(list) ? main : null;
                rows.put(
                    row.key(), OrderItems.admittedTicket(row, admitted(order, ticket, byMain)));
              });
    }
    return rows;
  }

  private static AdmittedTicket admitted(Order order, Ticket ticket, String mainCode) {
    return new AdmittedTicket(
        ticket.qrCodeIdentifier(),
        ticket.reference(),
        ticket.id(),
        ticket.ticketType(),
        ticket.terms().validFrom(),
        ticket.terms().validUntil(),
        mainCode,
        OrderCodes.state(order).equals(CodeItems.PENDING),
        ticket.note().says());
  }

  /** Returns the rows of the target that are stored already and get new contents. */
  Map<Key, Item> changedInPlace(List<StoredOrder> stored, StoredOrder target) {
    Map<Key, Item> old = new LinkedHashMap<>();
    stored.stream().filter(each -> each.order() != null).forEach(each -> old.putAll(rows(each)));
    Map<Key, Item> changed = rows(target);
    changed.keySet().retainAll(old.keySet());
    changed.entrySet().removeIf(row -> row.getValue().equals(old.get(row.getKey())));
    return changed;
  }

  private static AdmittedOrder admitted(StoredOrder of, long list) {
    Order order = of.order();
    SortedMap<String, Integer> types = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      if (of.placement().of(ticket.id()).lists().containsKey(list)) {
        types.merge(ticket.ticketType(), 1, Integer::sum);
      }
    }
    return new AdmittedOrder(order.qrCodeIdentifier(), order.reference(), order.id(), types);
  }

  /** Returns what the codes of an order and its tickets stand for, former ones included. */
  Map<Key, Item> codes(StoredOrder of) {
    Order order = of.order();
    Placement placement = of.placement();
    Map<Key, Item> codes = new LinkedHashMap<>();
    codes.put(keys.code(order.qrCodeIdentifier()), OrderCodes.of(order));
    for (String former : placement.formerCodes()) {
      codes.put(keys.codeOfDigest(former), OrderCodes.former(order));
    }
    for (Ticket ticket : order.tickets()) {
      TicketPlacement place = placement.of(ticket.id());
      Key key = keys.code(ticket.qrCodeIdentifier());
      Item code = codes.computeIfAbsent(key, any -> new Item());
      OrderCodes.putTicket(code, order, ticket);
      if (place.marks() instanceof MarksKey.Own) {
        OrderCodes.putFacts(code, order, ticket);
      } else {
        place.marks().putInto(code, order.id());
      }
      for (String former : place.formerCodes()) {
        Item revoked = codes.computeIfAbsent(keys.codeOfDigest(former), any -> new Item());
        OrderCodes.putTicket(revoked, order, ticket).put(CodeItems.REVOKED, true);
        marksOf(ticket, place).putInto(revoked, order.id());
      }
      if (place.marks() instanceof MarksKey.OfCode first) {
        codes
            .computeIfAbsent(keys.codeOfDigest(first.digest()), any -> new Item())
            .put(CodeItems.facts(ticket.id()), facts(order, ticket, place));
      }
    }
    return codes;
  }

  /**
   * Returns how the items of a ticket's former codes name the item with its marks. If that is the
   * item of the present code, they name that code.
   */
  private static MarksKey marksOf(Ticket ticket, TicketPlacement place) {
    return place.marks() instanceof MarksKey.Own
        ? new MarksKey.OfCode(QrCode.digest(ticket.qrCodeIdentifier()))
        : place.marks();
  }

  /**
   * Returns the facts of a ticket for an item that has its marks but is not the item of its code.
   * If the ticket's order or code can change, the facts name it. So a check-in fails if it read the
   * facts before such a change.
   */
  private static Item facts(Order order, Ticket ticket, TicketPlacement place) {
    Item facts = OrderCodes.putFacts(new Item(), order, ticket);
    if (!place.formerCodes().isEmpty() || place.marks() instanceof MarksKey.OfCode) {
      facts.put("code", QrCode.digest(ticket.qrCodeIdentifier()));
    }
    return place.cameFrom() == null ? facts : facts.put("order", order.id());
  }

  /**
   * Returns the other tickets that may have had the codes of these tickets before. The map has the
   * other ticket's id by the key of the code.
   */
  Map<Key, Long> codesFrom(StoredOrder of) {
    return from(of, each -> keys.code(each.qrCodeIdentifier()), TicketPlacement::codeFrom);
  }

  /**
   * Returns the orders from which tickets have moved here. The map has an order's id by the key of
   * the ticket's id.
   */
  Map<Key, Long> ticketsFrom(StoredOrder of) {
    return from(of, each -> keys.ticket(each.id()), TicketPlacement::cameFrom);
  }

  private static Map<Key, Long> from(
      StoredOrder of, Function<Ticket, Key> key, Function<TicketPlacement, Long> before) {
    Map<Key, Long> from = new HashMap<>();
    for (Ticket ticket : of.order().tickets()) {
      Long id = before.apply(of.placement().of(ticket.id()));
      if (id != null) {
        from.put(key.apply(ticket), id);
      }
    }
    return from;
  }

  /**
   * Returns the items in which tickets of the order share their marks, with the facts of these
   * tickets.
   */
  Map<Key, Item> marks(StoredOrder of) {
    Map<Key, Item> marks = new LinkedHashMap<>();
    for (Ticket ticket : of.order().tickets()) {
      TicketPlacement place = of.placement().of(ticket.id());
      if (place.marks() instanceof MarksKey.Shared shared) {
        marks
            .computeIfAbsent(
                TableSchema.marks(account, event, shared.order(), shared.number()),
                any -> new Item())
            .put(CodeItems.facts(ticket.id()), facts(of.order(), ticket, place));
      }
    }
    return marks;
  }

  /** Returns the items that keep ticket ids unique: they tell which order has a ticket. */
  Map<Key, Item> tickets(StoredOrder of) {
    Map<Key, Item> tickets = new LinkedHashMap<>();
    for (Ticket ticket : of.order().tickets()) {
      Key key = keys.ticket(ticket.id());
      tickets.put(key, new Item(key).put(OrderFacts.ID, of.order().id()));
    }
    return tickets;
  }

  /**
   * Returns the items of the order's payments. They keep the payments' keys unique, and reports add
   * them up.
   */
  Map<Key, Item> payments(StoredOrder of) {
    Map<Key, Item> payments = new LinkedHashMap<>();
    for (Payment payment : of.order().desk().payments()) {
      Item item = new Item(keys.payment(mode, payment.key())).put(OrderFacts.ID, of.order().id());
      payments.put(item.key(), OrderItems.payment(item, payment));
    }
    return payments;
  }

  Key order(Order order) {
    return keys.order(order.id());
  }

  /**
   * Returns the placement with other ordinals. {@code numbering} takes a sequence and the ordinal
   * so far, and returns the new one.
   */
  Placement numbered(StoredOrder of, BiFunction<String, Long, Long> numbering) {
    Placement old = of.placement();
    Map<Long, TicketPlacement> tickets = new TreeMap<>();
    long ordinal = numbering.apply(orders(), old.ordinal());
    Map<Long, Long> lists = numbered(old.lists(), this::admittedOrders, numbering);
    for (Ticket ticket : of.order().tickets()) {
      TicketPlacement place = old.of(ticket.id());
      Map<Long, Long> its = numbered(place.lists(), this::admittedTickets, numbering);
      tickets.put(ticket.id(), place.with(place.marks(), its, place.byMain()));
    }
    return new Placement(ordinal, lists, old.formerCodes(), tickets);
  }

  private static Map<Long, Long> numbered(
      Map<Long, Long> lists,
      LongFunction<String> sequence,
      BiFunction<String, Long, Long> numbering) {
    Map<Long, Long> numbered = new TreeMap<>(lists);
    numbered.replaceAll((list, ordinal) -> numbering.apply(sequence.apply(list), ordinal));
    return numbered;
  }
}
