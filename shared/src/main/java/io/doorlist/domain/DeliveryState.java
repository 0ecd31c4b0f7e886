package io.doorlist.domain;

import java.util.Locale;

/** How far the delivery of a webhook event has come. */
public enum DeliveryState {
  PENDING,
  DELIVERED,
  FAILED,
  NOT_SUBSCRIBED;

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static DeliveryState of(String word) {
    return Words.read(DeliveryState.class, word);
  }
}
