package io.doorlist.domain.webhook;

import io.doorlist.domain.Mode;
import java.util.List;

/**
 * A webhook event in the log, and who gets it.
 *
 * @param undelivered ids of the subscriptions to try if its delivery has not ended: all of them, as
 *     an extra attempt does no harm
 */
public record RecordedWebhookEvent(String account, Mode mode, long id, List<String> undelivered) {
  public RecordedWebhookEvent {
    undelivered = List.copyOf(undelivered);
  }
}
