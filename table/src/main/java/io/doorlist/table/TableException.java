package io.doorlist.table;

/**
 * Why a call of an {@link Engine} has no answer. {@link Retry} tries again after all of these but a
 * refusal.
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
