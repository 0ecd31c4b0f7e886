package io.doorlist.webhook;

/**
 * A target that is not allowed. The subscriber must name another. The message says why and never
 * repeats the target, whose path may be a secret.
 */
public final class RefusedTargetException extends Exception {
  private static final long serialVersionUID = 1L;

  RefusedTargetException(String reason) {
    super(reason);
  }
}
