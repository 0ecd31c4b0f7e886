package io.doorlist.domain;

/**
 * A webhook event to record.
 *
 * @param change identifies the change within the account; it is recorded once, however often it is
 *     reported
 * @param objectId id of the order or ticket
 * @param object the whole order or ticket
 */
public record NewWebhookEvent(
    String account,
    String event,
    Mode mode,
    String change,
    WebhookEventType type,
    long objectId,
    JsonObject object) {
  /** Returns the same one with another object. */
  public NewWebhookEvent with(JsonObject other) {
    return new NewWebhookEvent(account, event, mode, change, type, objectId, other);
  }
}
