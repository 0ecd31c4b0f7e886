package io.doorlist.store.webhook;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;

/** Webhook events to record. */
final class NewWebhookEvents {
  private NewWebhookEvents() {}

  /** Returns the webhook event of the change with this number, which is also the object's id. */
  static NewWebhookEvent change(String event, Mode mode, int number) {
    return change(event, mode, number, "{\"id\":" + number + "}");
  }

  static NewWebhookEvent change(String event, Mode mode, int number, String object) {
    return new NewWebhookEvent(
        "acme",
        event,
        mode,
        event + "/" + number,
        WebhookEventType.ORDER_UPDATED,
        number + 1,
        new JsonObject(object),
        number + 1);
  }
}
