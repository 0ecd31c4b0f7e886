package io.doorlist.table.sqlite;

/** A folder cannot be used as it is. The message says in one line what its owner can do. */
public final class FolderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  private final boolean taken;

  FolderException(String message) {
    this(message, null);
  }

  FolderException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private FolderException(String message, Throwable cause, boolean taken) {
    super(message, cause);
    this.taken = taken;
  }

  static FolderException taken(String message) {
    return new FolderException(message, null, true);
  }

  /** Returns whether another process has the folder. That process may end soon. */
  public boolean isTaken() {
    return taken;
  }
}
