package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.List;
import java.util.Map;

/** Writes webhook events. */
public final class WebhookEventJson {
  private static final String WEBHOOK_EVENTS = "webhook_events";

  private WebhookEventJson() {}

  /**
   * Writes the answer of listWebhookEvents.
   *
   * @param deliveries by the id of the webhook event, then by that of the subscription
   */
  public static JsonValue page(
      Page<WebhookEvent> page, Mode mode, Map<Long, Map<String, DeliveryProgress>> deliveries) {
    return PageJson.of(
        WEBHOOK_EVENTS,
        page,
        mode,
        (json, each) -> writeMembers(json, each, deliveries.get(each.id())));
  }

  /**
   * Writes the answer of listWebhookEvents to somebody who reads on.
   *
   * @param next a link to what follows, or {@code null}
   */
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
        (json, each) -> writeMembers(json, each, deliveries.get(each.id())));
  }

  /** Writes the answer of getWebhookEvent. */
  public static JsonValue of(WebhookEvent webhookEvent, Map<String, DeliveryProgress> deliveries) {
    return JsonValue.objectOf(json -> writeMembers(json, webhookEvent, deliveries));
  }

  private static void writeMembers(
      JsonGenerator json, WebhookEvent webhookEvent, Map<String, DeliveryProgress> deliveries)
      throws IOException {
    json.writeNumberField("id", webhookEvent.id());
    json.writeStringField("webhook_event", webhookEvent.type().word());
    json.writeStringField("state", webhookEvent.state().word());
    json.writeNumberField("attempts", webhookEvent.attempts());
    json.writeStringField("created_at", Times.exact(webhookEvent.createdAt()));
    writeData(json, webhookEvent, webhookEvent.object().text());
    json.writeStringField("event_slug", webhookEvent.event());
    json.writeArrayFieldStart("deliveries");
    for (Map.Entry<String, DeliveryProgress> each : deliveries.entrySet()) {
      DeliveryProgress progress = each.getValue();
      json.writeStartObject();
      json.writeStringField("webhook_id", each.getKey());
      json.writeStringField("state", progress.state().word());
      json.writeNumberField("attempts", progress.attempts());
      json.writeStringField("answer", progress.answer());
      json.writeStringField("answered_at", Times.exactOrNull(progress.answeredAt()));
      json.writeStringField("next_attempt_at", Times.exactOrNull(progress.dueAt()));
      json.writeEndObject();
    }
    json.writeEndArray();
  }

  /**
   * Writes the member {@code data}.
   *
   * @param object the order or ticket in JSON, or {@code null} in JSON to leave it out
   */
  static void writeData(JsonGenerator json, WebhookEvent webhookEvent, String object)
      throws IOException {
    json.writeObjectFieldStart("data");
    json.writeStringField("type", webhookEvent.type().objectType());
    json.writeNumberField("id", webhookEvent.objectId());
    json.writeFieldName("object");
    json.writeRawValue(object);
    json.writeEndObject();
  }
}
