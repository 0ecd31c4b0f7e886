package io.doorlist.admin.console;

import java.util.Locale;

/** What a text may be: what a file holds, and what a terminal is shown. */
public final class Text {
  /** Most characters of one text of an import line. */
  public static final int MAX_LENGTH = 10_000;

  private Text() {}

  /** Returns whether the text has at most {@link #MAX_LENGTH} characters. */
  public static boolean fits(String text) {
    return text.length() <= MAX_LENGTH || text.codePointCount(0, text.length()) <= MAX_LENGTH;
  }

  /** Returns whether people can use the text as a name: not blank, and nothing but characters. */
  public static boolean isName(String text, int maxLength) {
    return !text.isBlank() && text.length() <= maxLength && text.equals(printable(text));
  }

  /** Returns a count with its noun, such as {@code 1 line} or {@code 1,200 lines}. */
  public static String count(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /**
   * Returns the text fit for one line of a terminal: what would move the cursor is a question mark.
   */
  public static String printable(String text) {
    StringBuilder line = new StringBuilder(text.length());
    text.codePoints().map(c -> movesTheCursor(c) ? '?' : c).forEach(line::appendCodePoint);
    return line.toString();
  }

  private static boolean movesTheCursor(int c) {
    int type = Character.getType(c);
    return type == Character.CONTROL
        || type == Character.LINE_SEPARATOR
        || type == Character.PARAGRAPH_SEPARATOR
        || (c >= 0x202A && c <= 0x202E)
        || (c >= 0x2066 && c <= 0x2069);
  }
}
