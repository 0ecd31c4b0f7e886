package io.doorlist.cli.following;

import java.time.Duration;

/**
 * The shop did not answer, or not as expected. The message is one line, without the token and
 * without the answer's body.
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
   * @param shopWait how long the shop wants to be left alone
   * @param answer whether it is of one answer, so that another request may get a better one
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
