package io.doorlist.domain;

import java.util.Locale;

/** What a token may do; each role may do what those before it may. */
public enum Role {
  /** Lets people in. */
  SCANNER,
  /** Also clears up at a table: looks for lost tickets, undoes anybody's check-in. */
  DESK,
  /** Also sees orders and webhook events. */
  FULL;

  /** Returns whether a token of this role may do what that role may. */
  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }

  /** Returns the word that answers, import lines and stored items carry. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if no constant has this word
   */
  public static Role of(String word) {
    return Words.read(Role.class, word);
  }
}
