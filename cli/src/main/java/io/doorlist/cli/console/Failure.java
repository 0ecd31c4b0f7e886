package io.doorlist.cli.console;

/**
 * Ends a command with exit status 1. The message says in one line what is wrong and, where known,
 * what helps.
 */
public final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public Failure(String message) {
    super(message);
  }

  public Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
