package io.doorlist.cli.following;

import java.time.Duration;

/**
 * The shop did not answer, or not as expected. The message is one line, without the token and
 * without the answer's body.
 */
final class ShopFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration wait;
  private final Kind kind;

  private enum Kind {
    PASSING,
    ANSWER,
    SETTINGS
  }

  private ShopFault(String message, Duration wait, Kind kind) {
    super(message);
    this.wait = wait;
    this.kind = kind;
  }

  /** Creates a fault that a retry may resolve. */
  static ShopFault passing(String message, Duration wait) {
    return new ShopFault(message, wait, Kind.PASSING);
  }

  /** Creates a fault of one answer: another request may get a better one. */
  static ShopFault ofAnswer(String message, Duration wait) {
    return new ShopFault(message, wait, Kind.ANSWER);
  }

  /** Creates a fault that only a changed setting resolves, here or in the shop. */
  static ShopFault ofSettings(String message) {
    return new ShopFault(message, Duration.ZERO, Kind.SETTINGS);
  }

  Duration shopWait() {
    return wait == null ? Duration.ZERO : wait;
  }

  boolean settingsAreWrong() {
    return kind == Kind.SETTINGS;
  }

  /** Returns whether the shop answered, but not as expected: that may be because of the request. */
  boolean isAnswer() {
    return kind == Kind.ANSWER;
  }
}
