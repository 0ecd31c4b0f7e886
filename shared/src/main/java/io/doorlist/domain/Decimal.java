package io.doorlist.domain;

import java.util.OptionalLong;

/** Reads integers from clients: ASCII digits only, without a sign and without leading zeros. */
public final class Decimal {
  private static final int MAX_DIGITS = 18;

  private Decimal() {}

  /** Returns the integer; empty if the text is not one, or if it is outside the bounds. */
  public static OptionalLong read(String text, long min, long max) {
    if (text.isEmpty()
        || text.length() > MAX_DIGITS
        || (text.charAt(0) == '0' && text.length() > 1)) {
      return OptionalLong.empty();
    }
    long number = 0;
    for (int i = 0; i < text.length(); i++) {
      char digit = text.charAt(i);
      if (digit < '0' || digit > '9') {
        return OptionalLong.empty();
      }
      number = number * 10 + (digit - '0');
    }
    return number < min || number > max ? OptionalLong.empty() : OptionalLong.of(number);
  }
}
