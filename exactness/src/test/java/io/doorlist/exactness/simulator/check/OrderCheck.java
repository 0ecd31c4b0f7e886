package io.doorlist.exactness.simulator.check;

import io.doorlist.domain.QrCode;
import io.doorlist.exactness.fake.FakeTable;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Checks that the facts at the doors agree with the orders. */
final class OrderCheck {
  private final FakeTable table;
  private final Consumer<String> broken;

  OrderCheck(FakeTable table, Consumer<String> broken) {
    this.table = table;
    this.broken = broken;
  }

  /** Checks an order's item, unless an import of it was cut off. */
  void order(Map<String, AttributeValue> order) {
    if (order.containsKey("open")) {
      return;
    }
    String pk = order.get("pk").s();
    String event = pk.substring(0, pk.indexOf("#order#"));
    boolean confirmed = order.get("state").s().equals("confirmed");
    for (AttributeValue each : order.get("tickets").l()) {
      ticket(pk, event, confirmed, each.m());
    }
  }

  private void ticket(
      String pk, String event, boolean confirmed, Map<String, AttributeValue> ticket) {
    String id = ticket.get("id").n();
    String code = ticket.get("qr_code_identifier").s();
    Map<String, AttributeValue> qr = table.get(event + "#qr#" + QrCode.digest(code), "QR");
    Map<String, AttributeValue> facts = qr == null ? null : facts(pk, event, id, qr);
    String state = state(confirmed, ticket);
    if (facts == null
        || qr.containsKey("revoked")
        || !qr.get("id").n().equals(id)
        || !facts.get("state").s().equals(state)) {
      broken.accept("ticket " + code + " is " + state + " in its order and not at the door");
    }
    if (ticket.containsKey("former_codes")) {
      for (AttributeValue former : ticket.get("former_codes").l()) {
        Map<String, AttributeValue> old = table.get(event + "#qr#" + former.s(), "QR");
        if (old == null || !old.containsKey("revoked")) {
          broken.accept("a former code of ticket " + code + " is not revoked");
        }
      }
    }
  }

  private static String state(boolean confirmed, Map<String, AttributeValue> ticket) {
    if (ticket.get("state").s().equals("void")) {
      return "void";
    }
    return ticket.containsKey("blocked") ? "blocked" : confirmed ? "valid" : "order_not_confirmed";
  }

  /** Returns the facts of a ticket that decide, wherever its door is. */
  private Map<String, AttributeValue> facts(
      String order, String event, String id, Map<String, AttributeValue> qr) {
    Map<String, AttributeValue> door = qr;
    if (qr.containsKey("door_code")) {
      door = table.get(event + "#qr#" + qr.get("door_code").s(), "QR");
    } else if (qr.containsKey("door")) {
      String of =
          qr.containsKey("door_order") ? event + "#order#" + qr.get("door_order").n() : order;
      door = table.get(of, "DOOR#" + qr.get("door").n());
    }
    AttributeValue shared = door == null ? null : door.get("t" + id);
    return door == qr ? qr : shared == null ? null : shared.m();
  }
}
