package io.doorlist.door;

import java.util.Arrays;

/**
 * Whether a list lets a ticket in that has been in its area before. Files contain the {@link
 * #word}.
 */
public enum Reentry {
  /** A ticket comes in once. */
  NEVER("never"),
  /** A ticket that has left may come in again. */
  AFTER_EXIT("after_exit"),
  /** A ticket may come in any number of times. */
  ALWAYS("always");

  private final String word;

  Reentry(String word) {
    this.word = word;
  }

  /** Returns the constant with this word, and {@link #NEVER} for any other word. */
  public static Reentry of(String word) {
    return Arrays.stream(values()).filter(each -> each.word.equals(word)).findFirst().orElse(NEVER);
  }

  public String word() {
    return word;
  }
}
