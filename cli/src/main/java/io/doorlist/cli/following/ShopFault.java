package io.doorlist.cli.following;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.console.WordedProblem;
import java.time.Duration;

/**
 * Thrown if the shop gave no answer, or an unexpected one. The message is one line, without the
 * token and without the body of the answer.
 */
final class ShopFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final FailureType type;
  private final Duration shopWait;
  private final boolean answer;

  ShopFault(FailureType type, String message) {
    this(type, message, Duration.ZERO, false);
  }

  /**
   * Creates a fault.
   *
   * @param shopWait how long the shop asks to wait
   * @param answer whether the fault is in the answer to one request, so that another request may
   *     succeed
   */
  ShopFault(FailureType type, String message, Duration shopWait, boolean answer) {
    super(message);
    this.type = type;
    this.shopWait = shopWait;
    this.answer = answer;
  }

  /** Returns this fault in the form that a page shows. */
  WordedProblem problem() {
    return type == FailureType.SHOP_OTHER
        ? WordedProblem.quoted(type, getMessage())
        : new WordedProblem(type, null, getMessage());
  }

  Duration shopWait() {
    return shopWait;
  }

  boolean isAnswer() {
    return answer;
  }
}
