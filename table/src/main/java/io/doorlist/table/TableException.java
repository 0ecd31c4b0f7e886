package io.doorlist.table;

/**
 * The reason why a call of an {@link Engine} has no answer. {@link Retry} tries again, unless the
 * table refuses the call or its host has ended.
 */
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
