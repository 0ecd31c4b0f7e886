package io.doorlist.ingest;

/**
 * A run cannot go on because of the state of the table. The message says why, and names no person.
 */
public final class RunAbortedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  RunAbortedException(String message) {
    super(message);
  }
}
