package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.WebhookEvent;
import java.io.IOException;
import java.time.Instant;

/**
 * Writes the messages to subscribers. In addition to the members that Standard Webhooks recommends
 * ({@code type}, {@code timestamp}, {@code data}), a message says which account and mode it belongs
 * to and where to get the webhook event (getWebhookEvent). {@code data} is that of getWebhookEvent;
 * if the message would be too long for some receivers, {@code data.object} is {@code null} and the
 * receiver fetches it there.
 */
public final class WebhookMessageJson {
  /** The most bytes of a message: Standard Webhooks asks for less than 20 KB. */
  public static final int MAX_BYTES = 20_000;

  private WebhookMessageJson() {}

  /**
   * Writes the message of a webhook event, in UTF-8.
   *
   * @param url of its getWebhookEvent
   */
  public static byte[] of(WebhookEvent webhookEvent, String account, Mode mode, String url) {
    byte[] whole = message(webhookEvent, account, mode, url, webhookEvent.object().text());
    return whole.length <= MAX_BYTES ? whole : message(webhookEvent, account, mode, url, "null");
  }

  /** Writes the message of a test, in UTF-8. */
  public static byte[] test(String account, Mode mode, Instant now) {
    return JsonValue.objectOf(
            json -> {
              json.writeStringField("type", "webhook.test");
              json.writeStringField("timestamp", Times.exact(now));
              json.writeStringField("account", account);
              json.writeStringField("mode", mode.word());
              json.writeObjectFieldStart("data");
              json.writeEndObject();
            })
        .bytes();
  }

  private static byte[] message(
      WebhookEvent webhookEvent, String account, Mode mode, String url, String object) {
    return new JsonValue(json -> write(json, webhookEvent, account, mode, url, object)).bytes();
  }

  private static void write(
      JsonGenerator json,
      WebhookEvent webhookEvent,
      String account,
      Mode mode,
      String url,
      String object)
      throws IOException {
    json.writeStartObject();
    json.writeStringField("type", webhookEvent.type().word());
    json.writeStringField("timestamp", Times.exact(webhookEvent.createdAt()));
    json.writeNumberField("id", webhookEvent.id());
    json.writeStringField("account", account);
    json.writeStringField("event", webhookEvent.event());
    json.writeStringField("mode", mode.word());
    json.writeStringField("url", url);
    WebhookEventJson.writeData(json, webhookEvent, object);
    json.writeEndObject();
  }
}
