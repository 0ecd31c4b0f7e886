package io.doorlist.admin.console;

/** What a text may be: what a file holds, and what a terminal is shown. */
public final class Text {
  /** Most characters of one text of an import line. */
  public static final int MAX_LENGTH = 10_000;

  private Text() {}

  /** Tells whether the text has at most {@link #MAX_LENGTH} characters. */
  public static boolean fits(String text) {
    return text.length() <= MAX_LENGTH || text.codePointCount(0, text.length()) <= MAX_LENGTH;
  }

  /**
   * Returns the text fit for one line of a terminal: what would move the cursor is a question mark.
   */
  public static String printable(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().map(c -> Character.isISOControl(c) ? '?' : c).forEach(line::appendCodePoint);
    return line.toString();
  }
}
