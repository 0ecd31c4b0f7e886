package io.doorlist.domain;

/** Which data a token works on; live and test data never mix. */
public enum Mode implements Worded {
  LIVE,
  TEST;

  /**
   * Reads {@link #word()} back.
   *
   * @throws IllegalArgumentException if the word is neither {@code live} nor {@code test}
   */
  public static Mode of(String word) {
    return Worded.read(Mode.class, word);
  }
}
