package io.doorlist.domain;

/** How far the delivery of a webhook event has come. */
public enum DeliveryState implements Worded {
  PENDING,
  DELIVERED,
  FAILED,
  NOT_SUBSCRIBED;

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static DeliveryState of(String word) {
    return Worded.read(DeliveryState.class, word);
  }
}
