package io.doorlist.webhookevents;

import static io.doorlist.testing.Gateway.Input.recorded;
import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;

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

/** listWebhookEvents and getWebhookEvent as HTTP requests, on a table like the deployed one. */
class WebhookEventsFunctionTest {
  private static Stores stores;
  private static WebhookEventsFunction function;
  private static WebhookEvent gala;

  @BeforeAll
  static void loadTable() {
    Clock clock = Clock.fixed(Instant.parse("2026-09-14T17:03:21.020Z"), ZoneOffset.UTC);
    stores = new TestTable().stores(clock);
    gala = record("spring-gala", Mode.LIVE, WebhookEventType.ORDER_CREATED, 1001);
    record("autumn-fair", Mode.LIVE, WebhookEventType.TICKET_CHECKED_IN, 9001);
    record("spring-gala", Mode.TEST, WebhookEventType.ORDER_CREATED, 1002);
    function = new WebhookEventsFunction(stores, clock, Settings.of(Map.of()));
  }

  @Test
  void list_showsThoseOfOneEvent() throws Exception {
    assertAnswer(
        200,
        """
        {"webhook_events": [%s],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 1}}}
        """
            .formatted(galaJson()),
        call(recorded("list-webhook-events")));
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
  void get_showsTheWebhookEvent() throws Exception {
    assertAnswer(
        200,
        galaJson(),
        call(recorded("get-webhook-event").with(Long.toString(gala.id()), "pathParameters", "id")));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, recorded("list-webhook-events"));
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
    return """
    {"id": %d, "webhook_event": "order.created", "state": "not_subscribed", "attempts": 0,
     "created_at": "2026-09-14T17:03:21.020Z",
     "data": {"type": "order", "id": 1001, "object": {"id": 1001, "amount": 10.50}}}
    """
        .formatted(gala.id());
  }

  private static Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }
}
