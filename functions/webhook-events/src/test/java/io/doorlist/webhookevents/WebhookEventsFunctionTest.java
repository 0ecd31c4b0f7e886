package io.doorlist.webhookevents;

import static io.doorlist.testing.Gateway.Input.recorded;
import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.http.Settings;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.TestTable;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** listWebhookEvents and getWebhookEvent as HTTP requests, on a table like the deployed one. */
class WebhookEventsFunctionTest {
  private static Stores stores;
  private static WebhookEventsFunction function;
  private static WebhookEvent gala;
  private static WebhookEvent fair;
  private static WebhookEvent test;

  @BeforeAll
  static void loadTable() {
    Clock clock = Clock.fixed(Instant.parse("2026-09-14T17:03:21.020Z"), ZoneOffset.UTC);
    stores = new TestTable().stores(clock);
    gala = record("spring-gala", Mode.LIVE, WebhookEventType.ORDER_CREATED, 1001);
    fair = record("autumn-fair", Mode.LIVE, WebhookEventType.TICKET_CHECKED_IN, 9001);
    test = record("spring-gala", Mode.TEST, WebhookEventType.ORDER_CREATED, 1002);
    function = new WebhookEventsFunction(stores, clock, Settings.of(Map.of()));
  }

  @Test
  void list_showsThoseOfOneEvent() throws Exception {
    assertAnswer(200, page(galaJson()), call(recorded("list-webhook-events")));
  }

  @Test
  void list_showsNewestFirst_whenNoEventIsNamed() throws Exception {
    assertAnswer(200, page(fairJson(), galaJson()), call(all()));
  }

  @Test
  void list_showsThoseOfTheTokensEvents_whenNoEventIsNamed() throws Exception {
    assertAnswer(200, page(fairJson()), call(all().identity("events", "autumn-fair")));
    assertAnswer(
        200,
        page(fairJson(), galaJson()),
        call(all().identity("events", "autumn-fair,spring-gala")));
  }

  @Test
  void list_showsTheTokensModeOnly() throws Exception {
    Answer answer = call(all().identity("mode", "test"));

    Map<?, ?> only = (Map<?, ?>) ((List<?>) answer.at("webhook_events")).getFirst();
    assertEquals(test.id(), only.get("id"));
    assertEquals("test", answer.at("meta", "lookup_mode"));
    assertEquals(1L, answer.at("meta", "pagination", "count"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"no-such", "a#b", "", "webhooks"})
  void list_isEmpty_whenThereIsNoSuchEvent(String event) throws Exception {
    Input input =
        recorded("list-webhook-events")
            .with(List.of(event), "multiValueQueryStringParameters", "event_slug");

    assertAnswer(
        200,
        """
        {"webhook_events": [],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 0, "count": 0}}}
        """,
        call(input));
  }

  @Test
  void list_isEmpty_whenTheTokenDoesNotOpenTheEvent() throws Exception {
    Answer answer = call(recorded("list-webhook-events").identity("events", "autumn-fair"));

    assertEquals(200, answer.status());
    assertEquals(List.of(), answer.at("webhook_events"));
  }

  @Test
  void list_refuses_whenTheEventIsNamedTwice() throws Exception {
    Input input =
        recorded("list-webhook-events")
            .with(
                List.of("spring-gala", "autumn-fair"),
                "multiValueQueryStringParameters",
                "event_slug");

    assertProblem(400, "invalid_parameter", call(input));
  }

  @Test
  void list_letsFullTokensOfTheAccountInAndNobodyElse() throws Exception {
    Answer forbidden = call(recorded("list-webhook-events").identity("account", "other"));

    assertProblem(403, "forbidden", forbidden);
    assertEquals(forbidden, call(recorded("list-webhook-events").identity("role", "scanner")));
  }

  @Test
  void get_showsTheWebhookEvent() throws Exception {
    assertAnswer(200, galaJson(), call(byId(gala.id())));
  }

  @Test
  void get_notFound_whenItIsNotTheTokens() throws Exception {
    Answer unknown = call(byId(9007199254740991L));

    assertProblem(404, "not_found", unknown);
    assertEquals(unknown, call(byId(gala.id()).identity("events", "autumn-fair")));
    assertEquals(unknown, call(byId(gala.id()).identity("mode", "test")));
    assertEquals(unknown, call(byId(test.id())));
    assertEquals(unknown, call(byId(gala.id()).identity("account", "other")));
    assertEquals(
        unknown, call(byId(gala.id()).identity("account", "other").identity("role", "scanner")));
  }

  @Test
  void get_forbidden_whenTheTokenIsAScanners() throws Exception {
    assertProblem(403, "forbidden", call(byId(gala.id()).identity("role", "scanner")));
  }

  @Test
  void get_refuses_whenTheIdIsNone() throws Exception {
    Input input = recorded("get-webhook-event").with("x", "pathParameters", "id");

    assertProblem(400, "invalid_parameter", call(input));
    assertProblem(404, "not_found", call(input.identity("account", "other")));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, all());
  }

  private static WebhookEvent record(
      String event, Mode mode, WebhookEventType type, long objectId) {
    JsonObject object = new JsonObject("{\"id\":%d,\"amount\":10.50}".formatted(objectId));
    NewWebhookEvent told =
        new NewWebhookEvent("acme", event, mode, "change/" + objectId, type, objectId, object);
    long id =
        stores
            .webhookEvents()
            .record(List.of(told), any -> List.of(), UnaryOperator.identity())
            .getFirst()
            .id();
    return stores.webhookEvents().find("acme", mode, id).orElseThrow();
  }

  private static String galaJson() {
    return json(gala, "order.created", "order", 1001);
  }

  private static String fairJson() {
    return json(fair, "ticket.checked_in", "ticket", 9001);
  }

  private static String json(WebhookEvent shown, String word, String type, long id) {
    return """
    {"id": %d, "webhook_event": "%s", "state": "not_subscribed", "attempts": 0,
     "created_at": "2026-09-14T17:03:21.020Z",
     "data": {"type": "%s", "id": %d, "object": {"id": %d, "amount": 10.50}}}
    """
        .formatted(shown.id(), word, type, id, id);
  }

  private static String page(String... webhookEvents) {
    return """
    {"webhook_events": [%s],
     "meta": {"lookup_mode": "live",
              "pagination": {"page": 1, "items": 50, "pages": 1, "count": %d}}}
    """
        .formatted(String.join(", ", webhookEvents), webhookEvents.length);
  }

  private static Input all() throws IOException {
    return recorded("list-webhook-events")
        .with(null, "queryStringParameters")
        .with(null, "multiValueQueryStringParameters");
  }

  private static Input byId(long id) throws IOException {
    return recorded("get-webhook-event").with(Long.toString(id), "pathParameters", "id");
  }

  private static Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }
}
