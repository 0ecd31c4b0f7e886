package io.doorlist.cli.console;

import java.util.Locale;

/** Rules for texts in files and on terminals. */
public final class Text {
  /** The most characters that one text of an import line may have. */
  public static final int MAX_LENGTH = 10_000;

  private Text() {}

  public static boolean fits(String text) {
    return text.length() <= MAX_LENGTH || text.codePointCount(0, text.length()) <= MAX_LENGTH;
  }

  /** Returns whether the text can be a name: not blank, and without control characters. */
  public static boolean isName(String text, int maxLength) {
    return !text.isBlank() && text.length() <= maxLength && text.equals(printable(text));
  }

  /** Returns a count with its noun, such as {@code 1 line} or {@code 1,200 lines}. */
  public static String count(long count, String noun) {
    return String.format(Locale.ROOT, "%,d %s%s", count, noun, count == 1 ? "" : "s");
  }

  /**
   * Returns the text for one line of a terminal. Characters that would move the cursor become
   * question marks.
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
