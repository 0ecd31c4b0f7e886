package io.doorlist.door.rules;

import java.math.BigDecimal;

/**
 * Decimals as texts. The page replaces this class by one of the same name that asks the browser,
 * because Java's own code would bring large tables into the page.
 */
final class Decimals {
  private Decimals() {}

  /** Returns the nearest number to a text of digits, signs, points and exponents. */
  static double parse(String text) {
    return Double.parseDouble(text);
  }

  /** Returns a finite number in the fewest digits that stand for exactly it, as in "-1.25e+2". */
  static String shortest(double number) {
    BigDecimal exact = new BigDecimal(Double.toString(number)).stripTrailingZeros();
    String digits = exact.unscaledValue().abs().toString();
    int exponent = number == 0 ? 0 : digits.length() - 1 - exact.scale();
    return (number < 0 ? "-" : "")
        + digits.charAt(0)
        + (digits.length() > 1 ? "." + digits.substring(1) : "")
        + (exponent < 0 ? "e" : "e+")
        + exponent;
  }
}
