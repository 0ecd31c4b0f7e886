package io.doorlist.phone.browser;

import org.teavm.jso.JSBody;

/**
 * Converts decimals by functions of the browser. In the page, this class replaces the one of the
 * same name in the module {@code door}.
 */
final class Decimals {
  private Decimals() {}

  static double parse(String text) {
    double number = text.isEmpty() ? Double.NaN : number(text);
    if (Double.isNaN(number)) {
      throw new NumberFormatException(text);
    }
    return number;
  }

  @JSBody(params = "text", script = "return Number(text);")
  private static native double number(String text);

  @JSBody(params = "number", script = "return number.toExponential();")
  static native String shortest(double number);
}
