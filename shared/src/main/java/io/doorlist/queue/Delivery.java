package io.doorlist.queue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.MalformedJsonException;
import java.util.Map;
import java.util.Objects;

/**
 * A message of the deliveries queue: it asks for one attempt to deliver a webhook event to a
 * subscription. It decides nothing, the delivery's item does, so a message may come twice or late.
 *
 * @param webhookEventId id of the webhook event
 * @param webhookId id of the subscription
 * @param attempt the number of the attempt, from 1
 */
public record Delivery(
    String account, Mode mode, long webhookEventId, String webhookId, int attempt) {
  public Delivery {
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(webhookId, "webhookId");
    if (webhookEventId < 1 || attempt < 1) {
      throw new IllegalArgumentException("a delivery's numbers begin at 1");
    }
  }

  /** Returns the message for an attempt of a delivery. */
  public static Delivery of(DeliveryId id, int attempt) {
    return new Delivery(id.account(), id.mode(), id.webhookEventId(), id.webhookId(), attempt);
  }

  /** Returns which delivery it is about. */
  public DeliveryId id() {
    return new DeliveryId(account, mode, webhookEventId, webhookId);
  }

  /** Returns the message for another attempt. */
  public Delivery attempt(int number) {
    return new Delivery(account, mode, webhookEventId, webhookId, number);
  }

  /**
   * Returns the body of its message: a JSON object with the members {@code account}, {@code mode},
   * {@code webhook_event_id}, {@code webhook_id} and {@code attempt}.
   */
  public String text() {
    return JsonValue.object(
            members ->
                members
                    .put("account", account)
                    .put("mode", mode.word())
                    .put("webhook_event_id", webhookEventId)
                    .put("webhook_id", webhookId)
                    .put("attempt", attempt))
        .text();
  }

  /**
   * Parses the output of {@link #text()}.
   *
   * @throws IllegalArgumentException if it is not such a message
   */
  public static Delivery of(String text) {
    try {
      Map<?, ?> members = Json.readObject(text);
      return new Delivery(
          Json.text(members.get("account")),
          Worded.read(Mode.class, Json.text(members.get("mode"))),
          Long.parseLong(Json.text(members.get("webhook_event_id"))),
          Json.text(members.get("webhook_id")),
          Integer.parseInt(Json.text(members.get("attempt"))));
    } catch (MalformedJsonException | NullPointerException e) {
      throw new IllegalArgumentException("not a delivery", e);
    }
  }
}
