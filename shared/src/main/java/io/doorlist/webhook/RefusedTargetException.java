package io.doorlist.webhook;

/**
 * Thrown for a target that is not allowed. The subscriber must choose another one. The message says
 * why and never repeats the target, as its path may be a secret.
 */
public final class RefusedTargetException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedTargetException(String reason) {
    super(reason);
  }
}
