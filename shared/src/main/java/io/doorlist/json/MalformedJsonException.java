package io.doorlist.json;

import java.io.IOException;

/**
 * Thrown for a text that is not the expected JSON. It says what is wrong and where. It repeats none
 * of the text and has no cause that does, so it can be shown and logged.
 */
public final class MalformedJsonException extends IOException {
  private static final long serialVersionUID = 1L;

  private final int column;
  private final String reason;

  MalformedJsonException(int line, int column, String reason) {
    super("line " + line + ", column " + column + ": " + reason);
    this.column = column;
    this.reason = reason;
  }

  public int column() {
    return column;
  }

  public String reason() {
    return reason;
  }
}
