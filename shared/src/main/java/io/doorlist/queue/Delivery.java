package io.doorlist.queue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.json.Json;
import io.doorlist.json.JsonValue;
import io.doorlist.json.MalformedJsonException;
import java.util.Map;

/**
 * A message of the deliveries queue. It asks for one attempt to deliver a webhook event to a
 * subscription. The delivery's item in the table decides whether the attempt is made, so a message
 * may come twice or late.
 *
 * @param attempt the number of the attempt, from 1
 * @param slow whether the receiver is known to be slow and its circuit breaker has let this attempt
 *     pass
 */
public record Delivery(DeliveryId id, int attempt, boolean slow) {
  public Delivery(DeliveryId id, int attempt) {
    this(id, attempt, false);
  }

  /** Returns the body of its message, a JSON object. */
  public String text() {
    return JsonValue.object(
            members -> {
              members
                  .put("account", id.account())
                  .put("mode", id.mode())
                  .put("webhook_event_id", id.webhookEventId())
                  .put("webhook_id", id.webhookId())
                  .put("attempt", attempt);
              if (slow) {
                members.put("slow", true);
              }
            })
        .text();
  }

  public static Delivery of(String text) {
    try {
      Map<?, ?> members = Json.readObject(text);
      DeliveryId id =
          new DeliveryId(
              Json.text(members.get("account")),
              Worded.read(Mode.class, Json.text(members.get("mode"))),
              Long.parseLong(Json.text(members.get("webhook_event_id"))),
              Json.text(members.get("webhook_id")));
      return new Delivery(
          id,
          Integer.parseInt(Json.text(members.get("attempt"))),
          Boolean.TRUE.equals(members.get("slow")));
    } catch (MalformedJsonException | NullPointerException e) {
      throw new IllegalArgumentException("not a delivery", e);
    }
  }
}
