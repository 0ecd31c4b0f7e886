package io.doorlist.door.rules;

import java.util.List;

/**
 * Compares values as pretix does, in Python: numbers with texts as numbers, anything with a text as
 * texts if it is about equality.
 */
final class Values {
  private Values() {}

  /** Two values cannot be compared; pretix then refuses the ticket. */
  static final class Incomparable extends Exception {
    private static final long serialVersionUID = 1L;
  }

  static boolean truth(Object value) {
    return switch (value) {
      case null -> false;
      case Boolean flag -> flag;
      case Long number -> number != 0;
      case Decimal number -> number.doubleValue() != 0;
      case String text -> !text.isEmpty();
      case List<?> list -> !list.isEmpty();
      default -> true;
    };
  }

  static boolean less(Object a, Object b) throws Incomparable {
    if (isNumber(a) || isNumber(b)) {
      return number(a) < number(b);
    }
    if (a instanceof String x && b instanceof String y) {
      return byCodePoints(x, y) < 0;
    }
    if (a instanceof Boolean x && b instanceof Boolean y) {
      return !x && y;
    }
    throw new Incomparable();
  }

  /** Returns whether values are equal, a text and something else if they are written alike. */
  static boolean alike(Object a, Object b) {
    if (a instanceof String || b instanceof String) {
      return text(a).equals(text(b));
    }
    if (a instanceof Boolean || b instanceof Boolean) {
      return truth(a) == truth(b);
    }
    return same(a, b);
  }

  /** Returns whether values are equal. */
  static boolean same(Object a, Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    Object x = a instanceof Boolean flag ? (Object) (flag ? 1L : 0L) : a;
    Object y = b instanceof Boolean flag ? (Object) (flag ? 1L : 0L) : b;
    if (x instanceof Number p && y instanceof Number q && x.getClass() != y.getClass()) {
      return p.doubleValue() == q.doubleValue();
    }
    return x.equals(y);
  }

  private static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Decimal;
  }

  /** Returns a value as a number, NaN if it is none. */
  static double number(Object value) {
    return switch (value) {
      case Long number -> (double) number;
      case Decimal number -> number.doubleValue();
      case Boolean flag -> flag ? 1.0 : 0.0;
      case String text -> parsed(text.strip());
      case null -> Double.NaN;
      default -> Double.NaN;
    };
  }

  private static double parsed(String text) {
    try {
      return !text.isEmpty() && hasOnly("+-.eE0123456789", text)
          ? Decimals.parse(text)
          : Double.NaN;
    } catch (NumberFormatException e) {
      return Double.NaN;
    }
  }

  /** Returns a value as Python writes it. */
  private static String text(Object value) {
    return switch (value) {
      case null -> "None";
      case Boolean flag -> flag ? "True" : "False";
      default -> value.toString();
    };
  }

  private static int byCodePoints(String a, String b) {
    for (int i = 0; i < a.length() && i < b.length(); i++) {
      if (a.charAt(i) != b.charAt(i)) {
        return Integer.compare(a.codePointAt(i), b.codePointAt(i));
      }
    }
    return Integer.compare(a.length(), b.length());
  }

  /** Returns whether a text has only the digits 0 to 9. */
  static boolean isDigits(String text) {
    return hasOnly("0123456789", text);
  }

  private static boolean hasOnly(String characters, String text) {
    for (int i = 0; i < text.length(); i++) {
      if (characters.indexOf(text.charAt(i)) < 0) {
        return false;
      }
    }
    return true;
  }

  /**
   * Returns the name of a constant in lower case. {@code String.toLowerCase} would bring the tables
   * of all scripts into the page.
   */
  static String lowerCase(String name) {
    StringBuilder lower = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char each = name.charAt(i);
      lower.append(each >= 'A' && each <= 'Z' ? (char) (each + 'a' - 'A') : each);
    }
    return lower.toString();
  }
}
