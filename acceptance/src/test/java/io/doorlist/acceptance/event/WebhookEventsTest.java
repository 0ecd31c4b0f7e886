package io.doorlist.acceptance.event;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.acceptance.client.Answer;
import io.doorlist.acceptance.client.Call;
import io.doorlist.acceptance.client.Json;
import io.doorlist.acceptance.service.ContractTest;
import io.doorlist.acceptance.service.Event;
import io.doorlist.acceptance.service.Order;
import io.doorlist.acceptance.service.Service;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** listWebhookEvents and getWebhookEvent, with the orders of the shared data. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookEventsTest extends ContractTest {
  private String path;

  /** All of live mode, newest first. */
  private List<Map<String, Object>> live;

  @BeforeAll
  void prepare(Service service) {
    meet(service);
    path = "/" + world.acme + "/webhooks/events";
    service.awaitWebhookEvents(orders(false), world.acme, service.acme);
    service.awaitWebhookEvents(orders(true), world.acme, service.acmeTest);
    live = all("?items=250", service.acme);
  }

  private long orders(boolean test) {
    return Stream.of(world.springGala, world.bigNight, world.autumnFair)
        .mapToLong(event -> event.orders(test).size())
        .sum();
  }

  @Test
  void listWebhookEvents_isNewestFirst_andCarriesTheWholeObject() {
    List<Long> ids = live.stream().map(row -> (Long) Json.at(row, "id")).toList();

    assertEquals(ids.stream().sorted(Comparator.reverseOrder()).toList(), ids);
    for (Map<String, Object> row : live) {
      assertEquals(
          "[id, webhook_event, state, attempts, created_at, data, event_slug, deliveries]",
          row.keySet().toString());
      assertEquals(
          List.of("type", "id", "object"), List.copyOf(Json.object(row.get("data")).keySet()));
      assertEquals("order", Json.at(row, "data", "type"));
      assertEquals(Json.at(row, "data", "id"), Json.at(row, "data", "object", "id"));
      String order =
          world.acme + "/" + row.get("event_slug") + "/orders/" + Json.at(row, "data", "id");
      if (row == live.getFirst()) {
        assertEquals(get("/" + order, service.acme).json(), Json.at(row, "data", "object"));
        Answer answer = get(path + "/" + row.get("id"), service.acme);
        assertEquals(Json.write(row), Json.compact(answer.text()));
      }
    }
    assertEquals(live, all("?items=17", service.acme));
  }

  /** Issue 53: a filter that was none returned everything. */
  @Test
  void listWebhookEvents_readsOn_andFilters() {
    List<Map<String, Object>> oldest = live.reversed();
    List<Map<String, Object>> fair = of("autumn-fair", oldest);
    assertEquals(fair, readOn("?after=0&event_slug=autumn-fair"));
    assertEquals(oldest, readOn("?after=0"));
    assertEquals(oldest, readOn("?type=order.created&items=17"));
    assertEquals(oldest, readOn("?state=not_subscribed"));
    assertEquals(List.of(), readOn("?type=ticket.checked_in"));
    assertEquals(List.of(), readOn("?state=failed"));
    Object middle = oldest.get(oldest.size() / 2).get("id");
    assertEquals(oldest.subList(oldest.size() / 2 + 1, oldest.size()), readOn("?after=" + middle));
    for (String query : List.of("state=lost", "type=ticket.stolen", "after=x", "page=1&after=1")) {
      Call call = Call.get(path + "?" + query).by(service.acme);
      Answer answer = service.client.refused(400, "invalid_parameter", call);
      assertEquals(query.substring(0, query.indexOf('=')), answer.at("errors", 0, "parameter"));
    }
  }

  private static List<Map<String, Object>> of(String slug, List<Map<String, Object>> rows) {
    return rows.stream().filter(row -> slug.equals(row.get("event_slug"))).toList();
  }

  private List<Map<String, Object>> readOn(String query) {
    List<Map<String, Object>> rows = new ArrayList<>();
    for (String next = "events" + query; next != null; ) {
      Answer part = get("/" + world.acme + "/webhooks/" + next, service.acme);
      rows.addAll(part.rows("webhook_events"));
      next = (String) part.at("meta", "next");
    }
    return rows;
  }

  @Test
  void listWebhookEvents_showsOnlyWhatTheTokenOpens_inItsMode() {
    String one = service.token(world.acme, "--event", "autumn-fair");
    String two = service.token(world.acme, "--event=autumn-fair", "--event=spring-gala");
    List<Map<String, Object>> ofTwo =
        live.stream().filter(row -> !row.get("event_slug").equals("big-night")).toList();

    assertEquals(of("autumn-fair", live), all("", one));
    assertEquals(ofTwo, all("?items=6", two));
    for (String slug : List.of("spring-gala", "no-such-event", "a%23b", "")) {
      assertEquals(List.of(), all("?event_slug=" + slug, one));
    }
    List<Map<String, Object>> test = all("", service.acmeTest);
    test.forEach(row -> assertEquals(true, Json.at(row, "data", "object", "test_mode")));
    service.client.refused(
        404, "not_found", Call.get(path + "/" + test.getFirst().get("id")).by(service.acme));
    service.client.refused(
        404, "not_found", Call.get(path + "/" + live.getFirst().get("id")).by(service.acmeTest));
  }

  @Test
  void webhookEvent_tellsOfACheckIn_once() {
    Order order = Order.of(1, "adult");
    Event event = service.eventWithOneList(order);
    String own = "/" + event.account() + "/webhooks/events?event_slug=" + event.slug();
    service.client.expect(201, event.checkIn(1, order.ticket(0)).by(service.door));

    service.await(() -> get(own, service.door).rows("webhook_events").size() >= 2);

    List<Map<String, Object>> told = get(own, service.door).rows("webhook_events");
    assertEquals(
        List.of("order.created 1", "ticket.checked_in 1001"),
        told.stream()
            .map(row -> row.get("webhook_event") + " " + Json.at(row, "data", "id"))
            .sorted()
            .toList());
    for (Map<String, Object> row : told) {
      assertEquals("not_subscribed", row.get("state"));
      assertEquals(0, row.get("attempts"));
    }
  }

  /** Reads a list to its end. */
  private List<Map<String, Object>> all(String query, String token) {
    List<Map<String, Object>> rows = new ArrayList<>();
    Answer answer = null;
    for (String next = path + query; next != null; next = answer.link("next")) {
      answer = get(next, token);
      rows.addAll(answer.rows("webhook_events"));
    }
    assertEquals((long) rows.size(), answer.at("meta", "pagination", "count"));
    assertTrue(rows.stream().map(row -> row.get("id")).distinct().count() == rows.size());
    return rows;
  }
}
