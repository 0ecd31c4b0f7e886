package io.doorlist.table;

/**
 * The table refuses the request, and would refuse it again. The caller, or whoever operates the
 * table, has to correct something.
 */
public final class RefusedException extends TableException {
  private static final long serialVersionUID = 1L;

  /** The request is not valid. */
  public static final String INVALID = "ValidationException";

  /** The token was already used for another transaction. */
  public static final String OTHER_CONTENT = "IdempotentParameterMismatchException";

  public static final String NO_TABLE = "ResourceNotFoundException";

  private final String code;

  /**
   * Creates a refusal.
   *
   * @param code the reason, which is an error code of DynamoDB whatever the engine is; empty if the
   *     reason is not known
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
