package io.doorlist.domain;

import java.util.Locale;

/**
 * What a token may do: everything, or what a scanner at the door needs (operations 1-7, 12, 13).
 */
public enum Role {
  FULL,
  SCANNER;

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if there is no such word
   */
  public static Role of(String word) {
    return Words.read(Role.class, word);
  }
}
