package io.doorlist.cli.console;

/** Ends a command whose results cannot be written. {@link StandardOutput} finds out why. */
public final class UnwrittenException extends RuntimeException {
  private static final long serialVersionUID = 1L;
}
