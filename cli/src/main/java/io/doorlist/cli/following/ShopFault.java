package io.doorlist.cli.following;

import java.time.Duration;

/**
 * The shop did not answer, or not as expected. The message is one line, without the token and
 * without the answer's body.
 */
final class ShopFault extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final transient Duration wait;
  private final boolean settings;

  private ShopFault(String message, Duration wait, boolean settings) {
    super(message);
    this.wait = wait;
    this.settings = settings;
  }

  /** Creates a fault that a retry may resolve. */
  static ShopFault passing(String message, Duration wait) {
    return new ShopFault(message, wait, false);
  }

  /** Creates a fault that only a changed setting resolves, here or in the shop. */
  static ShopFault ofSettings(String message) {
    return new ShopFault(message, Duration.ZERO, true);
  }

  Duration shopWait() {
    return wait == null ? Duration.ZERO : wait;
  }

  boolean settingsAreWrong() {
    return settings;
  }
}
