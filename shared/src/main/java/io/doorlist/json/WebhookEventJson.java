package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.paging.Page;
import java.io.IOException;

/** Writes webhook events. */
public final class WebhookEventJson {
  private WebhookEventJson() {}

  /** Writes the answer of listWebhookEvents. */
  public static JsonValue page(Page<WebhookEvent> page, Mode mode) {
    return PageJson.of("webhook_events", page, mode, WebhookEventJson::writeMembers);
  }

  /** Writes the answer of getWebhookEvent. */
  public static JsonValue of(WebhookEvent webhookEvent) {
    return JsonValue.objectOf(json -> writeMembers(json, webhookEvent));
  }

  private static void writeMembers(JsonGenerator json, WebhookEvent webhookEvent)
      throws IOException {
    json.writeNumberField("id", webhookEvent.id());
    json.writeStringField("webhook_event", webhookEvent.type().word());
    json.writeStringField("state", webhookEvent.state().word());
    json.writeNumberField("attempts", webhookEvent.attempts());
    json.writeStringField("created_at", Times.exact(webhookEvent.createdAt()));
    writeData(json, webhookEvent, webhookEvent.object().text());
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
