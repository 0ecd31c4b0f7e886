package io.doorlist.door.rules;

import io.doorlist.door.text.PlainText;
import java.util.List;

/**
 * Compares values as pretix does in Python. To find which is less, a number and a text are compared
 * as numbers. For equality, a text and any other value are compared as texts.
 */
final class Comparisons {
  private Comparisons() {}

  /** Thrown if two values cannot be compared. In that case pretix refuses the ticket. */
  static final class Incomparable extends Exception {
    private static final long serialVersionUID = 1L;
  }

  static boolean truth(Object value) {
    if (value instanceof Boolean flag) {
      return flag;
    }
    if (value instanceof Long number) {
      return number != 0;
    }
    if (value instanceof Decimal number) {
      return number.value() != 0;
    }
    if (value instanceof String text) {
      return !text.isEmpty();
    }
    return value instanceof List<?> list ? !list.isEmpty() : value != null;
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

  /**
   * Returns whether values are equal. A text equals another value if Python writes that value as
   * the same text.
   */
  static boolean alike(Object a, Object b) {
    if (a instanceof String || b instanceof String) {
      return text(a).equals(text(b));
    }
    if (a instanceof Boolean || b instanceof Boolean) {
      return truth(a) == truth(b);
    }
    return same(a, b);
  }

  static boolean same(Object a, Object b) {
    if (a == null || b == null) {
      return a == b;
    }
    Object x = a instanceof Boolean flag ? (Object) (flag ? 1L : 0L) : a;
    Object y = b instanceof Boolean flag ? (Object) (flag ? 1L : 0L) : b;
    return x instanceof Decimal || y instanceof Decimal
        ? isNumber(x) && isNumber(y) && number(x) == number(y)
        : x.equals(y);
  }

  static boolean isNumber(Object value) {
    return value instanceof Long || value instanceof Decimal;
  }

  /** Returns a value as a number, or NaN if it is no number. */
  static double number(Object value) {
    if (value instanceof Long number) {
      return (double) number;
    }
    if (value instanceof Decimal number) {
      return number.value();
    }
    if (value instanceof Boolean flag) {
      return flag ? 1.0 : 0.0;
    }
    return value instanceof String text ? parsed(PlainText.stripped(text)) : Double.NaN;
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
    if (value instanceof Boolean flag) {
      return flag ? "True" : "False";
    }
    return value == null ? "None" : value.toString();
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
   * A number that a rule writes with a point or an exponent. It is no {@code Double}, because Java
   * would write that differently as text. See {@link Decimals}.
   */
  record Decimal(double value) {
    /** From this exponent on, Python writes a number with an exponent. */
    private static final int LARGE = 16;

    private static final int SMALL = -4;

    /** Returns this many zeros. Android 8 has no {@code String.repeat}. */
    private static String zeros(int count) {
      StringBuilder zeros = new StringBuilder();
      for (int i = 0; i < count; i++) {
        zeros.append('0');
      }
      return zeros.toString();
    }

    /** Returns the number as Python writes it. */
    @Override
    public String toString() {
      if (Double.isInfinite(value)) {
        return value < 0 ? "-inf" : "inf";
      }
      String shortest = Decimals.shortest(Math.abs(value));
      int split = shortest.indexOf('e');
      int exponent = Integer.parseInt(shortest.substring(split + 1));
      String sign = 1 / value < 0 ? "-" : "";
      if (exponent < SMALL || exponent >= LARGE) {
        String size = (Math.abs(exponent) < 10 ? "0" : "") + Math.abs(exponent);
        return sign + shortest.substring(0, split) + (exponent < 0 ? "e-" : "e+") + size;
      }
      String digits = shortest.substring(0, split).replace(".", "");
      if (exponent < 0) {
        return sign + "0." + zeros(-exponent - 1) + digits;
      }
      digits += zeros(exponent + 2 - digits.length());
      return sign + digits.substring(0, exponent + 1) + "." + digits.substring(exponent + 1);
    }
  }
}
