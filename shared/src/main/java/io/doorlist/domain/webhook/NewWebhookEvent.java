package io.doorlist.domain.webhook;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;

/**
 * A webhook event to record.
 *
 * @param change identifies the change within the account, so that a change reported twice is
 *     recorded once
 */
public record NewWebhookEvent(
    String account,
    String event,
    Mode mode,
    String change,
    WebhookEventType type,
    long objectId,
    JsonObject object,
    long order) {
  public NewWebhookEvent {
    Ids.check(objectId);
  }

  public NewWebhookEvent with(JsonObject other) {
    return new NewWebhookEvent(account, event, mode, change, type, objectId, other, order);
  }
}
