package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** listOrders and getOrder. */
class OrdersTest extends ContractTest {
  @Test
  void listOrders_showsEveryOrderOfTheMode_whateverItsState() {
    assertEquals(Set.of(1001, 1002, 1003, 1004, 1005, 1006, 1007), ids(service.acme));
    assertEquals(Set.of(2001, 2002, 2003), ids(service.acmeTest));
  }

  @Test
  void listOrders_showsWhatTheContractSays_inItsOrder() {
    assertEquals(
        """
        {"id":1001,"customer":{"first_name":"Ada","last_name":"Example","email":"ada@example.org"},\
        "reference":"R1001","currency":"EUR","amount":5000,\
        "created_at":"2026-08-02T10:15:30Z","updated_at":"2026-08-03T09:00:00Z"}\
        """,
        Json.write(row(service.acme, 1001)));
  }

  /** Issue 53: who keeps a copy of the orders asks for what changed. */
  @Test
  void listOrders_showsWhatWasUpdatedSinceATime_andHasATag() {
    Event event = service.eventWithOneList(Order.of(1, "adult"), Order.of(2, "adult"));
    String orders = event.path() + "/orders";
    Answer before = get(orders, service.door);
    Call poll = Call.get(orders).by(service.door);
    Call known = poll.header("If-None-Match", before.header("ETag").orElseThrow());
    service.client.expect(304, known);
    Object time = before.at("orders", 0, "updated_at");

    service.cli.load(event.with(Order.of(3, "adult")).lines());
    assertEquals(3, service.client.expect(200, known).rows("orders").size());

    List<Map<String, Object>> all = get(orders, service.door).rows("orders");
    assertEquals(all, updatedSince(event, time + "&items=1"));
    assertEquals(all, updatedSince(event, time + ""));
    assertEquals(List.of(), updatedSince(event, "2100-01-01T00:00:00Z"));
    for (String query : List.of("after=1", "page=1&updated_since=" + time, "updated_since=now")) {
      Answer refused = service.client.refused(400, "invalid_parameter", poll.query(query));
      assertEquals(query.substring(0, query.indexOf('=')), refused.at("errors", 0, "parameter"));
    }
  }

  private List<Map<String, Object>> updatedSince(Event event, String query) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String next = "orders?updated_since=" + query; next != null; ) {
      Answer part = get(event.path() + "/" + next, service.door);
      rows.addAll(part.rows("orders"));
      next = (String) part.at("meta", "next");
    }
    return rows;
  }

  @Test
  void getOrder_showsWhatTheContractSays_inItsOrder() {
    assertEquals(
        """
        {"id":1001,"reference":"R1001","test_mode":false,"state":"confirmed","payment_state":"paid",\
        "customer":{"first_name":"Ada","last_name":"Example","email":"ada@example.org",\
        "phone_number":"+351 555 0100","company_name":"Example & Søns","tax_id":"PT500000000",\
        "address":{"address":"12 Example Street","city":"Lisbon","state_province_region":"Lisboa",\
        "postal_code":"1000-001","country":"Portugal","country_code":"PT"}},\
        "created_at":"2026-08-02T10:15:30Z","updated_at":"2026-08-03T09:00:00Z",\
        "currency":"EUR","amount":5000,"amount_refunded":700,\
        "invoice":{"number":"2026-0042","due_at":"2026-08-16T00:00:00Z","paid":true,\
        "line_items":[{"description":"Adult ticket","quantity":2,"amount":4000},\
        {"description":"Child ticket","quantity":1,"amount":1300}],\
        "subtotal":5300,"taxes":[{"name":"VAT 6 %","amount":300}],"discount":300,"total":5000},\
        "responses":{"how_did_you_hear":"A poster \\"by the bridge\\"","party":3,"diets":["vegan",null]},\
        "tickets":[{"id":1001001,"reference":"R1001-1","state":"valid","name":"Guest 1001001",\
        "email":"guest1001001@example.org","phone_number":"+351 555 0101",\
        "ticket_type":{"id":1,"name":"Adult"},"responses":{"meal":"vegetarian"},\
        "created_at":"2026-08-02T10:15:30Z","updated_at":"2026-08-02T10:15:30Z",\
        "valid_from":null,"valid_until":null,"blocked":null},\
        {"id":1001002,"reference":"R1001-2","state":"valid","name":"Guest 1001002",\
        "email":"guest1001002@example.org","phone_number":null,\
        "ticket_type":{"id":1,"name":"Adult"},"responses":{},\
        "created_at":"2026-08-02T10:15:30Z","updated_at":"2026-08-02T10:15:30Z",\
        "valid_from":null,"valid_until":null,"blocked":null},\
        {"id":1001003,"reference":"R1001-3","state":"valid","name":"Guest 1001003",\
        "email":"guest1001003@example.org","phone_number":null,\
        "ticket_type":{"id":2,"name":"Child under 12"},"responses":{},\
        "created_at":"2026-08-02T10:15:30Z","updated_at":"2026-08-02T10:15:30Z",\
        "valid_from":null,"valid_until":null,"blocked":null}],"valid_if_pending":false}\
        """,
        Json.compact(get(world.springGala.path() + "/orders/1001", service.acme).text()));
  }

  @Test
  void getOrder_is404_whenTheOrderIsOfAnotherModeOrEventOrNone() {
    for (String path :
        List.of(
            world.springGala.path() + "/orders/2001",
            world.springGala.path() + "/orders/3001",
            world.springGala.path() + "/orders/999999",
            world.autumnFair.path() + "/orders/1001")) {
      service.client.refused(404, "not_found", Call.get(path).by(service.acme));
    }
    service.client.refused(
        404, "not_found", Call.get(world.springGala.path() + "/orders/1001").by(service.acmeTest));
  }

  @Test
  void cancelledOrder_leavesTheLists_butItsCheckinsStay() {
    Event event = service.eventWithOneList(Order.of(1, "adult", "adult"), Order.of(2, "adult"));
    Answer in =
        service.client.expect(201, event.checkIn(1, event.order(1).ticket(0)).by(service.door));

    service.cli.load(event.with(event.order(1).in("cancelled", "refunded")).lines());

    for (String member : List.of("tickets", "orders")) {
      List<Map<String, Object>> rows = get(event.list(1) + "/" + member, service.door).rows(member);
      assertEquals(1, rows.size());
      assertTrue(rows.getFirst().get("reference").toString().startsWith("R2"));
    }
    Answer checkins = get(event.list(1) + "/checkins", service.door);
    assertEquals(List.of(in.checkin()), checkins.rows("checkins"));
    assertEquals("cancelled", get(event.path() + "/orders/1", service.door).at("state"));
  }

  private Set<Object> ids(String token) {
    return get(world.springGala.path() + "/orders", token).rows("orders").stream()
        .map(row -> row.get("id"))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  private Map<String, Object> row(String token, int id) {
    return get(world.springGala.path() + "/orders", token).rows("orders").stream()
        .filter(row -> row.get("id").equals(id))
        .findFirst()
        .orElseThrow();
  }
}
