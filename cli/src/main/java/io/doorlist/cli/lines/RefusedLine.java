package io.doorlist.cli.lines;

/**
 * Thrown if a line cannot be imported. The message says what is wrong, and repeats no value of the
 * line, because lines contain personal data. The user can correct the line in its file.
 */
public final class RefusedLine extends Exception {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String reason;

  /**
   * Creates the refusal of a line.
   *
   * @param field a path such as {@code tickets[2].name}, or {@code null}
   */
  public RefusedLine(String field, String reason) {
    super(field == null ? reason : field + ": " + reason);
    this.field = field;
    this.reason = reason;
  }

  String field() {
    return field;
  }

  String reason() {
    return reason;
  }
}
