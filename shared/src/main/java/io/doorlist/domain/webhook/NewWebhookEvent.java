package io.doorlist.domain.webhook;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import java.util.Objects;

/**
 * A webhook event to record.
 *
 * @param change identifies the change within the account; it is recorded once, however often it is
 *     reported
 * @param objectId id of the order or ticket
 * @param object the whole order or ticket
 * @param order id of the order that it is about, or whose ticket it is about
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
    Objects.requireNonNull(account, "account");
    Objects.requireNonNull(event, "event");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(change, "change");
    Objects.requireNonNull(type, "type");
    Ids.check(objectId);
    Objects.requireNonNull(object, "object");
  }

  /** Returns the same one with another object. */
  public NewWebhookEvent with(JsonObject other) {
    return new NewWebhookEvent(account, event, mode, change, type, objectId, other, order);
  }
}
