package io.doorlist.door.text;

/**
 * What {@code String} has, without the tables of all scripts, which it would bring into the page,
 * and with what Android 8 has.
 */
public final class PlainText {
  /** Beyond ASCII, as {@link Character#isWhitespace(char)} has them. */
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

  /** Returns what {@link Character#isWhitespace(char)} does. */
  public static boolean isBlank(char each) {
    return each == ' '
        || each >= '\t' && each <= '\r'
        || each >= '\u001C' && each <= '\u001F'
        || each >= '\u2000' && each <= '\u200A' && each != '\u2007'
        || BLANKS.indexOf(each) >= 0;
  }

  /** Returns the text with its letters of ASCII in lower case. */
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
