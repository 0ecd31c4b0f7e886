package io.doorlist.door.rules;

import java.math.BigDecimal;

/**
 * Decimals as texts. The page has a class of this name in place of this one, which asks the
 * browser: what Java does takes large tables there.
 */
final class Decimals {
  private Decimals() {}

  /** Returns the nearest number, of digits, signs, points and exponents only. */
  static double parse(String text) {
    return Double.parseDouble(text);
  }

  /** Returns the fewest digits that mean a finite number, as in "-1.25e+2". */
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
