package io.doorlist.json;

import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.json.JsonValue.ObjectWriter;
import io.doorlist.paging.Page;
import java.time.Instant;
import java.util.List;
import java.util.Map;

/** Writes webhook events for answers and for messages to subscribers. */
public final class WebhookEventJson {
  private static final String WEBHOOK_EVENTS = "webhook_events";

  /**
   * The most bytes of a message, because Standard Webhooks asks for less than 20 KB. If a message
   * would be longer, {@code data.object} is {@code null}, and the receiver fetches it with
   * getWebhookEvent.
   */
  private static final int MAX_BYTES = 20_000;

  private WebhookEventJson() {}

  /**
   * Writes the answer of listWebhookEvents. There is a delivery for each webhook event and
   * subscription.
   */
  public static JsonValue page(
      Page<WebhookEvent> page, Mode mode, Map<Long, Map<String, DeliveryProgress>> deliveries) {
    return PageJson.of(
        WEBHOOK_EVENTS, page, mode, (json, each) -> write(json, each, deliveries.get(each.id())));
  }

  public static JsonValue part(
      List<WebhookEvent> part,
      String next,
      Mode mode,
      Map<Long, Map<String, DeliveryProgress>> deliveries) {
    return PageJson.part(
        WEBHOOK_EVENTS,
        part,
        next,
        mode,
        (json, each) -> write(json, each, deliveries.get(each.id())));
  }

  public static JsonValue of(WebhookEvent webhookEvent, Map<String, DeliveryProgress> deliveries) {
    return JsonValue.object(json -> write(json, webhookEvent, deliveries));
  }

  private static void write(
      ObjectWriter json, WebhookEvent webhookEvent, Map<String, DeliveryProgress> deliveries) {
    json.put("id", webhookEvent.id())
        .put("webhook_event", webhookEvent.type())
        .put("state", webhookEvent.state())
        .put("attempts", webhookEvent.attempts())
        .put("created_at", webhookEvent.createdAt())
        .put("data", data(webhookEvent, JsonValue.ofJson(webhookEvent.object().text())))
        .put("event_slug", webhookEvent.event())
        .putArray(
            "deliveries",
            deliveries.entrySet(),
            (object, each) ->
                object
                    .put("webhook_id", each.getKey())
                    .put("state", each.getValue().state())
                    .put("attempts", each.getValue().attempts())
                    .put("answer", each.getValue().answer())
                    .putMilliseconds("answered_at", each.getValue().answeredAt())
                    .putMilliseconds("next_attempt_at", each.getValue().dueAt()));
  }

  private static JsonValue data(WebhookEvent webhookEvent, JsonValue object) {
    return JsonValue.object(
        json ->
            json.put("type", webhookEvent.type().objectType())
                .put("id", webhookEvent.objectId())
                .put("object", object));
  }

  /**
   * Writes the message of a webhook event to a subscriber. It has some members besides those of the
   * standard.
   */
  public static byte[] message(WebhookEvent webhookEvent, String account, Mode mode, String url) {
    JsonValue object = JsonValue.ofJson(webhookEvent.object().text());
    byte[] whole = message(webhookEvent, account, mode, url, object);
    return whole.length <= MAX_BYTES
        ? whole
        : message(webhookEvent, account, mode, url, JsonValue.ofJson("null"));
  }

  private static byte[] message(
      WebhookEvent webhookEvent, String account, Mode mode, String url, JsonValue object) {
    return JsonValue.object(
            json ->
                json.put("type", webhookEvent.type())
                    .put("timestamp", webhookEvent.createdAt())
                    .put("id", webhookEvent.id())
                    .put("account", account)
                    .put("event", webhookEvent.event())
                    .put("mode", mode)
                    .put("url", url)
                    .put("data", data(webhookEvent, object)))
        .bytes();
  }

  public static byte[] testMessage(String account, Mode mode, Instant now) {
    return JsonValue.object(
            json ->
                json.put("type", "webhook.test")
                    .put("timestamp", now)
                    .put("account", account)
                    .put("mode", mode)
                    .putObject("data", data -> {}))
        .bytes();
  }
}
