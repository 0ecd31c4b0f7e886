package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.GeneratedCode;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.security.SecureRandom;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * The keys of an order and of its claims. A claim is something that only one order of an event can
 * have: a ticket, a code or a payment.
 */
record OrderClaims(String account, String event) {
  private static final SecureRandom RANDOM = new SecureRandom();

  OrderClaims(EventDefinition definition) {
    this(definition.event().account(), definition.event().slug());
  }

  Key order(long id) {
    return TableSchema.order(account, event, id);
  }

  Key ticket(long id) {
    return TableSchema.ticket(account, event, id);
  }

  Key payment(Mode mode, String key) {
    return TableSchema.payment(account, event, mode, key);
  }

  Key code(String code) {
    return TableSchema.qr(account, event, code);
  }

  Key codeOfDigest(String digest) {
    return TableSchema.qrOfDigest(account, event, digest);
  }

  Set<Key> all(Order order) {
    return beyond(null, order);
  }

  /** Returns what an order claims in addition to its stored version. */
  Set<Key> beyond(Order stored, Order incoming) {
    Map<Long, Ticket> known = byId(stored);
    Set<Key> claims = new LinkedHashSet<>(payments(incoming));
    String code = incoming.qrCodeIdentifier();
    if (code != null && (stored == null || !code.equals(stored.qrCodeIdentifier()))) {
      claims.add(code(code));
    }
    for (Ticket ticket : incoming.tickets()) {
      Ticket old = known.get(ticket.id());
      if (old == null) {
        claims.add(ticket(ticket.id()));
      }
      String wanted = ticket.qrCodeIdentifier();
      if (wanted != null && (old == null || !wanted.equals(old.qrCodeIdentifier()))) {
        claims.add(code(wanted));
      }
      String said = ticket.asSourceSaid().qrCodeIdentifier();
      if (said != null && !said.equals(wanted)) {
        claims.add(code(said));
      }
    }
    return claims;
  }

  /** Returns the keys of an order's payments. */
  List<Key> payments(Order order) {
    return order.desk().payments().stream()
        .map(payment -> payment(order.mode(), payment.key()))
        .toList();
  }

  /** Returns the ids of other orders that hold claims of this order. */
  Set<Long> holders(Order incoming, Map<Key, Item> found) {
    return all(incoming).stream()
        .map(found::get)
        .filter(Objects::nonNull)
        .map(OrderClaims::holder)
        .filter(holder -> holder != incoming.id())
        .collect(Collectors.toSet());
  }

  /** Returns the id of the order that holds a claim, from the claim's item. */
  private static long holder(Item item) {
    return CodeItems.TICKET.equals(item.text(CodeItems.KIND))
        ? CodeItems.orderOf(item)
        : item.number(OrderFacts.ID);
  }

  static Map<Long, Ticket> byId(Order order) {
    if (order == null) {
      return new HashMap<>();
    }
    Map<Long, Ticket> tickets = new LinkedHashMap<>();
    order.tickets().forEach(ticket -> tickets.put(ticket.id(), ticket));
    return tickets;
  }

  /** Returns the code, or a new one if it is {@code null}, as shops may leave codes to us. */
  static String codeOr(String code) {
    return code != null ? code : GeneratedCode.draw(RANDOM);
  }
}
