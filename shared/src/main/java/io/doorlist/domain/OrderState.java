package io.doorlist.domain;

/** The state of an order; only tickets of confirmed orders can be checked in. */
public enum OrderState implements Worded {
  PENDING,
  CONFIRMED,
  CANCELLED;

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static OrderState of(String word) {
    return Worded.read(OrderState.class, word);
  }
}
