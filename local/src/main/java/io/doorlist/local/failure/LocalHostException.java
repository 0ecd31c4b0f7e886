package io.doorlist.local.failure;

/**
 * Says in one line why the API, or its database, cannot be started on this machine, and what to do
 * about it.
 */
public final class LocalHostException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  public LocalHostException(String message) {
    super(message);
  }

  public LocalHostException(String message, Throwable cause) {
    super(message, cause);
  }
}
