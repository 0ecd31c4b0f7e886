package io.doorlist.table;

/** The table has no units left for this at present. It did nothing. */
public final class ThrottledException extends TableException {
  private static final long serialVersionUID = 1L;

  public ThrottledException(String message, Throwable cause) {
    super(message, cause);
  }
}
