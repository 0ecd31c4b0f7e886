package io.doorlist.exactness.simulator;

import io.doorlist.domain.QrCode;
import io.doorlist.exactness.fake.FakeTable;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Looks whether what decides at the doors is what the orders say. */
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
      Map<String, AttributeValue> ticket = each.m();
      String state =
          ticket.get("state").s().equals("void")
              ? "void"
              : confirmed ? "valid" : "order_not_confirmed";
      String code = ticket.get("qr_code_identifier").s();
      Map<String, AttributeValue> facts = table.get(event + "#qr#" + QrCode.digest(code), "QR");
      if (facts != null && facts.containsKey("door")) {
        Map<String, AttributeValue> door = table.get(pk, "DOOR#" + facts.get("door").n());
        AttributeValue shared = door == null ? null : door.get("t" + ticket.get("id").n());
        facts = shared == null ? null : shared.m();
      }
      if (facts == null || !facts.get("state").s().equals(state)) {
        broken.accept("ticket " + code + " is " + state + " in its order and not at the door");
      }
    }
  }
}
