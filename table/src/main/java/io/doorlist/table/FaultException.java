package io.doorlist.table;

/** The table failed. Nobody knows whether it did what was asked. */
public final class FaultException extends TableException {
  private static final long serialVersionUID = 1L;

  public FaultException(String message, Throwable cause) {
    super(message, cause);
  }
}
