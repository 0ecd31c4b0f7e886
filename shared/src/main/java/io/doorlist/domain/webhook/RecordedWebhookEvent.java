package io.doorlist.domain.webhook;

import io.doorlist.domain.Mode;
import java.util.List;

/**
 * A webhook event that is recorded, and its open deliveries.
 *
 * @param undelivered ids of the subscriptions to try. As long as any delivery has not ended, these
 *     are all subscriptions, because an extra attempt does no harm
 */
public record RecordedWebhookEvent(String account, Mode mode, long id, List<String> undelivered) {
  public RecordedWebhookEvent {
    undelivered = List.copyOf(undelivered);
  }
}
