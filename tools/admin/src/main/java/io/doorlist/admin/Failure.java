package io.doorlist.admin;

/**
 * Ends a command with exit status 1. The message says in one line what is wrong and, where known,
 * what helps.
 */
final class Failure extends RuntimeException {
  private static final long serialVersionUID = 1L;

  Failure(String message) {
    super(message);
  }

  Failure(String message, Throwable cause) {
    super(message, cause);
  }
}
