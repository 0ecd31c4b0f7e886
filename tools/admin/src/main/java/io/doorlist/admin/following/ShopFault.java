package io.doorlist.admin.following;

import java.time.Duration;

/**
 * The shop did not answer, or not with what was asked for. The message says it in one line, without
 * the token and without anything of the answer's body.
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

  /** One that may be over when the shop is asked again. */
  static ShopFault passing(String message, Duration wait) {
    return new ShopFault(message, wait, false);
  }

  /** One that is over when somebody changes a setting, here or in the shop. */
  static ShopFault ofSettings(String message) {
    return new ShopFault(message, Duration.ZERO, true);
  }

  /** Returns how long the shop wants to be left alone. */
  Duration shopWait() {
    return wait == null ? Duration.ZERO : wait;
  }

  /** Returns whether the settings are wrong. */
  boolean settingsAreWrong() {
    return settings;
  }
}
