package io.doorlist.domain;

import java.util.Locale;

/** Which data a token works on; live and test data never mix. */
public enum Mode {
  LIVE,
  TEST;

  /** Returns the word that tokens, keys and answers carry: {@code live} or {@code test}. */
  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if the word is neither {@code live} nor {@code test}
   */
  public static Mode of(String word) {
    return Words.read(Mode.class, word);
  }
}
