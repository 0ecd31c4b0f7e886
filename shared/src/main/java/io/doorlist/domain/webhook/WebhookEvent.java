package io.doorlist.domain.webhook;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * A notification of a change, and the progress of its delivery.
 *
 * @param id unique in the account; later events have larger ids
 * @param webhooks ids of the subscriptions that it is sent to
 * @param objectId id of the order or ticket; for an area, which has no id, the id of the check-in
 *     list
 * @param object the whole order, ticket or area as it was at that moment
 */
public record WebhookEvent(
    long id,
    String event,
    WebhookEventType type,
    DeliveryState state,
    int attempts,
    List<String> webhooks,
    Instant createdAt,
    long objectId,
    JsonObject object) {
  public WebhookEvent {
    Ids.check(id);
    Objects.requireNonNull(event, "event");
    webhooks = List.copyOf(webhooks);
    Objects.requireNonNull(createdAt, "createdAt");
    Ids.check(objectId);
    Objects.requireNonNull(object, "object");
  }
}
