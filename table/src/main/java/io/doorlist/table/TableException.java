package io.doorlist.table;

/** Why one call of an {@link Engine} has no answer. All but a refusal may pass: {@link Retry}. */
public abstract sealed class TableException extends RuntimeException
    permits ThrottledException,
        ConflictException,
        FaultException,
        NoAnswerException,
        RefusedException {
  private static final long serialVersionUID = 1L;

  TableException(String message, Throwable cause) {
    super(message, cause);
  }
}
