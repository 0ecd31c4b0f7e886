package io.doorlist.domain;

import java.util.Locale;

/** The state of an order; only tickets of confirmed orders can be checked in. */
public enum OrderState {
  PENDING,
  CONFIRMED,
  CANCELLED;

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static OrderState of(String word) {
    return Words.read(OrderState.class, word);
  }
}
