package io.doorlist.table;

/** The table has no capacity left at present, so it did nothing. */
public final class ThrottledException extends TableException {
  private static final long serialVersionUID = 1L;

  public ThrottledException(String message, Throwable cause) {
    super(message, cause);
  }
}
