package io.doorlist.domain;

/** What has been paid of an order. */
public enum PaymentState implements Worded {
  UNPAID,
  PAID,
  PARTIALLY_REFUNDED,
  REFUNDED;

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static PaymentState of(String word) {
    return Worded.read(PaymentState.class, word);
  }
}
