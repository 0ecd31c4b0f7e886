package io.doorlist.cli.importing.lines;

/**
 * Says what is wrong with a line that cannot be imported. The message repeats no value of the line,
 * as lines contain personal data. Fix the line in its file.
 */
public final class RefusedLine extends Exception {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String reason;

  /**
   * Creates one.
   *
   * @param field path of the member that is wrong, such as {@code tickets[2].created_at}, or {@code
   *     null} for the line
   * @param reason what it should be
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
