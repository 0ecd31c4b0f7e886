package io.doorlist.ingest;

/** A run cannot go on as the table is. The message says why, and names no person. */
public final class StoppedException extends IllegalStateException {
  private static final long serialVersionUID = 1L;

  StoppedException(String message) {
    super(message);
  }
}
