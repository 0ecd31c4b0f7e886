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
   * Returns the failure of a call whose host has ended, and with it the tokens of its transactions:
   * to send one again, to whoever came after, could do it twice.
   */
  public static NoAnswerException ended(String message, Throwable cause) {
    return new NoAnswerException(message, cause, true);
  }

  /** Returns whether no call of this engine will have an answer any more. */
  public boolean ended() {
    return ended;
  }
}
