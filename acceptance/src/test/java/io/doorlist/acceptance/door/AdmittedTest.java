package io.doorlist.acceptance.door;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.CheckinList;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Ticket;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.Comparator;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;

/** listOrdersOfList and listTicketsOfList. */
class AdmittedTest extends ContractTest {
  @TestFactory
  Stream<DynamicTest> listTicketsOfList_showsWhatTheListLetsIn() {
    return everyListAndMode(this::tickets);
  }

  @TestFactory
  Stream<DynamicTest> listOrdersOfList_showsWhatTheListLetsIn() {
    return everyListAndMode(this::orders);
  }

  private Stream<DynamicTest> everyListAndMode(BiConsumer<CheckinList, Boolean> check) {
    return world.springGala.lists().stream()
        .flatMap(
            list ->
                Stream.of(false, true)
                    .map(
                        test ->
                            DynamicTest.dynamicTest(
                                list.name() + mode(test), () -> check.accept(list, test))));
  }

  @Test
  void everyRow_hasItsMembersInTheContractsOrder() {
    Map<String, Object> order =
        get(world.springGala.list(5) + "/orders", false).rows("orders").getFirst();
    Map<String, Object> ticket =
        get(world.springGala.list(5) + "/tickets", false).rows("tickets").getFirst();

    assertEquals(
        List.of(
            "qr_code_identifier",
            "qr_code_url",
            "url_checksum",
            "reference",
            "order_id",
            "ticket_types"),
        List.copyOf(order.keySet()));
    assertEquals(
        List.of(
            "qr_code_identifier", "qr_code_url", "url_checksum", "reference", "id", "ticket_type"),
        List.copyOf(ticket.keySet()));
  }

  @Test
  void everyRow_hasTheChecksumOfItsUrl() throws Exception {
    MessageDigest sha = MessageDigest.getInstance("SHA-256");
    List<Map<String, Object>> rows =
        Stream.of("orders", "tickets")
            .flatMap(
                member -> get(world.springGala.list(5) + "/" + member, false).rows(member).stream())
            .toList();

    for (Map<String, Object> row : rows) {
      String url = (String) row.get("qr_code_url");
      assertTrue(url.endsWith("/" + row.get("qr_code_identifier")), url);
      assertEquals(
          HexFormat.of().formatHex(sha.digest(url.getBytes(StandardCharsets.UTF_8))),
          row.get("url_checksum"));
    }
  }

  @Test
  void everyRow_staysWhenItIsIn() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "child"));
    String before = text(event.list(1) + "/tickets") + text(event.list(1) + "/orders");

    service.client.expect(
        201, event.checkIn(1, event.order(1), "adult=1&child=1").by(service.door));

    assertEquals(before, text(event.list(1) + "/tickets") + text(event.list(1) + "/orders"));
  }

  @Test
  void rows_areInTheOrderInWhichTheyCameIn() {
    Event event = service.eventWithOneList();
    for (long id : List.of(30, 10, 20)) {
      Order order = Order.of(id, "adult", "child");
      service.cli.load(List.of(order.line(event.account(), event.slug())));
    }

    assertEquals(List.of(30, 10, 20), ids(event.list(1) + "/orders", "orders", "order_id"));
    assertEquals(List.of(30, 10, 20), ids(event.path() + "/orders", "orders", "id"));
    assertEquals(
        List.of(30001, 30002, 10001, 10002, 20001, 20002),
        ids(event.list(1) + "/tickets", "tickets", "id"));
  }

  @Test
  void qrCodeIdentifier_isMade_whenTheFileHasNone() {
    Event event = service.eventWithOneList();
    Map<String, Object> line = Order.of(1, "adult", "adult").line(event.account(), event.slug());
    line.remove("qr_code_identifier");
    Json.objects(line.get("tickets")).forEach(ticket -> ticket.remove("qr_code_identifier"));
    service.cli.load(List.of(line));

    List<String> made =
        Stream.of("orders", "tickets")
            .flatMap(
                member -> get(event.list(1) + "/" + member, service.door).rows(member).stream())
            .map(row -> (String) row.get("qr_code_identifier"))
            .toList();

    assertEquals(3, made.stream().distinct().count());
    made.forEach(each -> assertTrue(each.matches("[A-Za-z0-9_-]{27,}"), each));
    service.client.expect(
        201, Call.post(event.list(1) + "/tickets/" + made.get(1) + "/checkins").by(service.door));
  }

  private void tickets(CheckinList list, boolean test) {
    Stream<Map<String, Object>> expected =
        world.springGala.orders(test).stream()
            .flatMap(order -> order.admittedTo(list).stream())
            .map(AdmittedTest::row);

    assertShown(
        expected, get(world.springGala.list(list.id()) + "/tickets", test), "tickets", "id");
  }

  private void orders(CheckinList list, boolean test) {
    Stream<Map<String, Object>> expected =
        world.springGala.orders(test).stream()
            .filter(order -> !order.admittedTo(list).isEmpty())
            .map(order -> row(order, list));

    assertShown(
        expected, get(world.springGala.list(list.id()) + "/orders", test), "orders", "order_id");
  }

  private static void assertShown(
      Stream<Map<String, Object>> expected, Answer answer, String member, String id) {
    ToLongFunction<Map<String, Object>> byId = row -> ((Number) row.get(id)).longValue();
    assertEquals(
        Json.write(sorted(expected, byId)),
        Json.write(sorted(answer.rows(member).stream().map(AdmittedTest::withoutUrl), byId)));
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

  private static Map<String, Object> withoutUrl(Map<String, Object> row) {
    Map<String, Object> rest = new LinkedHashMap<>(row);
    rest.keySet().removeAll(List.of("qr_code_url", "url_checksum"));
    return rest;
  }

  private static List<Map<String, Object>> sorted(
      Stream<Map<String, Object>> rows, ToLongFunction<Map<String, Object>> id) {
    return rows.sorted(Comparator.comparingLong(id)).toList();
  }

  private static String mode(boolean test) {
    return test ? ", test" : ", live";
  }

  private List<Object> ids(String path, String member, String id) {
    Answer answer = get(path, service.door);
    return answer.rows(member).stream().map(row -> row.get(id)).toList();
  }

  private String text(String path) {
    return get(path, service.door).text();
  }

  private Answer get(String path, boolean test) {
    return get(path, test ? service.acmeTest : service.acme);
  }
}
