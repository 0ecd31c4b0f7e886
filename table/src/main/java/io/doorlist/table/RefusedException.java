package io.doorlist.table;

/**
 * The table does not do this, however often it is asked. Whoever asked, or operates it, is at
 * fault.
 */
public final class RefusedException extends TableException {
  private static final long serialVersionUID = 1L;

  /** What was asked for is nothing that a table does. */
  public static final String INVALID = "ValidationException";

  /** A token was used before, for another transaction. */
  public static final String OTHER_CONTENT = "IdempotentParameterMismatchException";

  public static final String NO_TABLE = "ResourceNotFoundException";

  private final String code;

  /**
   * Creates a refusal.
   *
   * @param code why, in DynamoDB's word, whatever the engine; empty if it is not known
   */
  public RefusedException(String code, String message, Throwable cause) {
    super(message, cause);
    this.code = code;
  }

  public static RefusedException invalid(String message) {
    return new RefusedException(INVALID, message, null);
  }

  public String code() {
    return code;
  }
}
