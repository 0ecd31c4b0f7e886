package io.doorlist.domain;

import java.util.Locale;

/** What has been paid of an order. */
public enum PaymentState {
  UNPAID,
  PAID,
  PARTIALLY_REFUNDED,
  REFUNDED;

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static PaymentState of(String word) {
    return Words.read(PaymentState.class, word);
  }
}
