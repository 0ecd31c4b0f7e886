package io.doorlist.cli.following;

import java.time.Duration;

/**
 * The shop gave no answer, or an unexpected one. The message is one line, without the token and
 * without the body of the answer.
 */
final class ShopFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final Duration shopWait;
  private final boolean answer;

  ShopFault(String message) {
    this(message, Duration.ZERO, false);
  }

  /**
   * Creates a fault.
   *
   * @param shopWait how long the shop asks to wait
   * @param answer whether this is about one answer, so that another request may succeed
   */
  ShopFault(String message, Duration shopWait, boolean answer) {
    super(message);
    this.shopWait = shopWait;
    this.answer = answer;
  }

  Duration shopWait() {
    return shopWait;
  }

  boolean isAnswer() {
    return answer;
  }
}
