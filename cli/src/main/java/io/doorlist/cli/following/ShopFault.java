package io.doorlist.cli.following;

import java.time.Duration;

/**
 * The shop did not answer, or not as expected. The message is one line, without the token and
 * without the answer's body.
 */
final class ShopFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration wait;
  private final boolean answer;

  private ShopFault(String message, Duration wait, boolean answer) {
    super(message);
    this.wait = wait;
    this.answer = answer;
  }

  /** Creates a fault that a retry may resolve, or a changed setting, here or in the shop. */
  static ShopFault passing(String message) {
    return passing(message, Duration.ZERO);
  }

  /** Creates a fault that a retry may resolve, when the shop wants it. */
  static ShopFault passing(String message, Duration wait) {
    return new ShopFault(message, wait, false);
  }

  /** Creates a fault of one answer: another request may get a better one. */
  static ShopFault ofAnswer(String message, Duration wait) {
    return new ShopFault(message, wait, true);
  }

  Duration shopWait() {
    return wait == null ? Duration.ZERO : wait;
  }

  /** Returns whether the shop answered, but not as expected: that may be because of the request. */
  boolean isAnswer() {
    return answer;
  }
}
