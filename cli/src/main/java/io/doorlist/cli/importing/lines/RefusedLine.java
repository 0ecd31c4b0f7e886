package io.doorlist.cli.importing.lines;

/**
 * Says what is wrong with a line that cannot be imported. The message repeats no value of the line,
 * as lines contain personal data. Fix the line in its file.
 */
public final class RefusedLine extends Exception {
  private static final long serialVersionUID = 1L;

  private final String field;
  private final String reason;

  /** Creates one; {@code field} is a path such as {@code tickets[2].name}, or {@code null}. */
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
