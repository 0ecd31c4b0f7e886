package io.doorlist.door.text;

/**
 * Functions like those of {@code String} that also work on Android 8. They spare the page the
 * tables of all scripts that Java's own functions need.
 */
public final class PlainText {
  /** Blanks beyond ASCII that {@link Character#isWhitespace(char)} knows. */
  private static final String BLANKS = "\u1680\u2028\u2029\u205F\u3000";

  private PlainText() {}

  /** Returns the text without blanks around it. */
  public static String stripped(String text) {
    int from = 0;
    int until = text.length();
    while (from < until && isBlank(text.charAt(from))) {
      from++;
    }
    while (until > from && isBlank(text.charAt(until - 1))) {
      until--;
    }
    return text.substring(from, until);
  }

  /** Returns the same as {@link Character#isWhitespace(char)}. */
  public static boolean isBlank(char each) {
    return each == ' '
        || each >= '\t' && each <= '\r'
        || each >= '\u001C' && each <= '\u001F'
        || each >= '\u2000' && each <= '\u200A' && each != '\u2007'
        || BLANKS.indexOf(each) >= 0;
  }

  /** Returns the text with its ASCII letters in lower case. */
  public static String lowerCase(String text) {
    StringBuilder lower = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      lower.append(each >= 'A' && each <= 'Z' ? (char) (each + 'a' - 'A') : each);
    }
    return lower.toString();
  }

  /** Returns the value of a hexadecimal digit, or -1. */
  public static int hexDigit(int each) {
    int at = "0123456789abcdefABCDEF".indexOf(each);
    return at < 16 ? at : at - 6;
  }
}
