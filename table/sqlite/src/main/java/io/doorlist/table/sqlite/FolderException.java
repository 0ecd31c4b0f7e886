package io.doorlist.table.sqlite;

/** A folder cannot be used as it is. Its owner can help: the message says how, in one line. */
public final class FolderException extends RuntimeException {
  private static final long serialVersionUID = 1L;

  FolderException(String message) {
    super(message);
  }

  FolderException(String message, Throwable cause) {
    super(message, cause);
  }
}
