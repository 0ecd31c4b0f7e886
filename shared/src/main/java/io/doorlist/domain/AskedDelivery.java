package io.doorlist.domain;

import java.util.Objects;

/**
 * A delivery that somebody asked for again.
 *
 * @param nextAttempt the number of the try that is to come
 */
public record AskedDelivery(DeliveryId id, int nextAttempt) {
  public AskedDelivery {
    Objects.requireNonNull(id, "id");
  }
}
