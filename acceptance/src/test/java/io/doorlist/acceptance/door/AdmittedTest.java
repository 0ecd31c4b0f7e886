package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Ticket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** listOrdersOfList and listTicketsOfList. */
class AdmittedTest extends ContractTest {
  /** Compares with the suite's own model of what a list lets in: {@link Order#admittedTo}. */
  @ParameterizedTest
  @CsvSource({"3, false", "5, false", "5, true", "6, true"})
  void ordersAndTicketsOfAList_areThoseThatItAdmits(long id, boolean test) throws Exception {
    CheckinList list = world.springGala.checkinList(id);
    List<Map<String, Object>> tickets = new ArrayList<>();
    List<Map<String, Object>> orders = new ArrayList<>();
    for (Order order : world.springGala.orders(test)) {
      order.admittedTo(list).forEach(ticket -> tickets.add(row(ticket)));
      if (!order.admittedTo(list).isEmpty()) {
        orders.add(row(order, list));
      }
    }

    String token = test ? service.acmeTest : service.acme;
    assertShown(tickets, "id", rows(world.springGala.list(id), "tickets", token));
    assertShown(orders, "order_id", rows(world.springGala.list(id), "orders", token));
  }

  private List<Map<String, Object>> rows(String list, String member, String token) {
    return get(list + "/" + member, token).rows(member);
  }

  /** Compares rows, whatever their order, with their members in the contract's order. */
  private static void assertShown(
      List<Map<String, Object>> expected, String id, List<Map<String, Object>> shown)
      throws Exception {
    for (Map<String, Object> row : shown) {
      assertEquals(
          List.of("qr_code_identifier", "qr_code_url", "url_checksum", "reference"),
          List.copyOf(row.keySet()).subList(0, 4));
      String url = (String) row.remove("qr_code_url");
      byte[] bytes = url.getBytes(StandardCharsets.UTF_8);
      assertTrue(url.endsWith("/" + row.get("qr_code_identifier")), url);
      assertEquals(
          HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes)),
          row.remove("url_checksum"));
    }
    Comparator<Map<String, Object>> byId =
        Comparator.comparingLong(row -> ((Number) row.get(id)).longValue());
    assertEquals(
        Json.write(expected.stream().sorted(byId).toList()),
        Json.write(shown.stream().sorted(byId).toList()));
  }

  private static Map<String, Object> row(Ticket ticket) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("qr_code_identifier", ticket.qr());
    row.put("reference", ticket.reference());
    row.put("id", ticket.id());
    row.put("ticket_type", Event.TYPES.get(ticket.type()));
    return row;
  }

  private static Map<String, Object> row(Order order, CheckinList list) {
    Map<String, Object> row = new LinkedHashMap<>();
    row.put("qr_code_identifier", order.qr());
    row.put("reference", order.reference());
    row.put("order_id", order.id());
    row.put("ticket_types", order.countsAt(list));
    return row;
  }

  @Test
  void rows_areInTheOrderInWhichTheyCameIn_andStayWhenTheyAreIn() {
    Event event = service.eventWithOneList();
    for (long id : List.of(30, 10, 20)) {
      Order order = Order.of(id, "adult", "child");
      service.cli.load(List.of(order.line(event.account(), event.slug())));
    }
    Order first = Order.of(30, "adult", "child");
    service.client.expect(201, event.checkIn(1, first, "adult=1&child=1").by(service.door));

    assertEquals(List.of(30, 10, 20), ids(event.list(1) + "/orders", "orders", "order_id"));
    assertEquals(List.of(30, 10, 20), ids(event.path() + "/orders", "orders", "id"));
    assertEquals(
        List.of(30001, 30002, 10001, 10002, 20001, 20002),
        ids(event.list(1) + "/tickets", "tickets", "id"));
  }

  private List<Object> ids(String path, String member, String id) {
    return get(path, service.door).rows(member).stream().map(row -> row.get(id)).toList();
  }
}
