package io.doorlist.domain;

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
