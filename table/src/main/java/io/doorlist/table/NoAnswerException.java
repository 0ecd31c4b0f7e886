package io.doorlist.table;

/** There was no answer. Nobody knows whether the table did what was asked. */
public final class NoAnswerException extends TableException {
  private static final long serialVersionUID = 1L;

  private final boolean ended;

  public NoAnswerException(String message, Throwable cause) {
    this(message, cause, false);
  }

  private NoAnswerException(String message, Throwable cause, boolean ended) {
    super(message, cause);
    this.ended = ended;
  }

  /**
   * Returns the failure of a call whose host has ended. A host is the process that serves the
   * table, and only it remembers the tokens of its transactions. So a transaction that is sent
   * again to the next host could happen twice.
   */
  public static NoAnswerException ended(String message, Throwable cause) {
    return new NoAnswerException(message, cause, true);
  }

  /** Returns whether the host has ended, so that no call of this engine gets an answer any more. */
  public boolean ended() {
    return ended;
  }
}
