package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.QrCode;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import java.util.function.Consumer;

/** Checks that the facts at the doors agree with the orders. */
final class OrderCheck {
  private final Engine table;
  private final Consumer<String> broken;

  OrderCheck(Engine table, Consumer<String> broken) {
    this.table = table;
    this.broken = broken;
  }

  /** Checks an order's item, unless an import of it was cut off. */
  void order(Item order) {
    if (order.has("open")) {
      return;
    }
    String pk = order.key().pk();
    String event = pk.substring(0, pk.indexOf("#order#"));
    boolean confirmed = order.text("state").equals("confirmed");
    for (Item ticket : order.items("tickets")) {
      ticket(pk, event, confirmed, ticket);
    }
  }

  private void ticket(String pk, String event, boolean confirmed, Item ticket) {
    long id = ticket.number("id");
    String code = ticket.text("qr_code_identifier");
    Item qr = get(event + "#qr#" + QrCode.digest(code), "QR");
    Item facts = qr == null ? null : facts(pk, event, id, qr);
    String state = state(confirmed, ticket);
    if (facts == null
        || qr.has("revoked")
        || qr.number("id") != id
        || !facts.text("state").equals(state)) {
      broken.accept("ticket " + code + " is " + state + " in its order and not at the door");
    }
    for (String former : ticket.texts("former_codes")) {
      Item old = get(event + "#qr#" + former, "QR");
      if (old == null || !old.has("revoked")) {
        broken.accept("a former code of ticket " + code + " is not revoked");
      }
    }
  }

  private Item get(String pk, String sk) {
    return table.get(new Key(pk, sk)).orElse(null);
  }

  private static String state(boolean confirmed, Item ticket) {
    if (ticket.text("state").equals("void")) {
      return "void";
    }
    return ticket.has("blocked") ? "blocked" : confirmed ? "valid" : "order_not_confirmed";
  }

  /** Returns the facts of a ticket that decide, wherever its door is. */
  private Item facts(String order, String event, long id, Item qr) {
    Item door = qr;
    if (qr.has("door_code")) {
      door = get(event + "#qr#" + qr.text("door_code"), "QR");
    } else if (qr.has("door")) {
      String of = qr.has("door_order") ? event + "#order#" + qr.number("door_order") : order;
      door = get(of, "DOOR#" + qr.number("door"));
    }
    if (door == qr) {
      return qr;
    }
    return door == null || !door.has("t" + id) ? null : door.map("t" + id);
  }
}
