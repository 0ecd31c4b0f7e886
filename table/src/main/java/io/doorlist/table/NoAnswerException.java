package io.doorlist.table;

/** There was no answer. Nobody knows whether the table did what was asked. */
public final class NoAnswerException extends TableException {
  private static final long serialVersionUID = 1L;

  public NoAnswerException(String message, Throwable cause) {
    super(message, cause);
  }
}
