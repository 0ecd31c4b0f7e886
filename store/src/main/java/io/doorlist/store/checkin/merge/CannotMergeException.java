package io.doorlist.store.checkin.merge;

/** The file cannot be merged into this table, which was not changed. */
public final class CannotMergeException extends RuntimeException {
  private static final long serialVersionUID = 1;

  CannotMergeException(String message) {
    super(message);
  }
}
