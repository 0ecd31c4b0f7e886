package io.doorlist.store.webhook;

import io.doorlist.domain.webhook.DeliveryId;
import java.util.Objects;

/**
 * A delivery that was requested again.
 *
 * @param nextAttempt the number of the next attempt
 */
public record AskedDelivery(DeliveryId id, int nextAttempt) {
  public AskedDelivery {
    Objects.requireNonNull(id, "id");
  }
}
