package io.doorlist.phone;

import java.nio.charset.StandardCharsets;

/** Percent-encodes a part of an address. */
final class Percent {
  private static final String PLAIN =
      "-._~0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  private static final String DIGITS = "0123456789ABCDEF";

  private Percent() {}

  static String encoded(String text) {
    StringBuilder encoded = new StringBuilder();
    for (byte each : text.getBytes(StandardCharsets.UTF_8)) {
      if (PLAIN.indexOf((char) each) >= 0) {
        encoded.append((char) each);
      } else {
        encoded.append('%').append(DIGITS.charAt(each >> 4 & 15)).append(DIGITS.charAt(each & 15));
      }
    }
    return encoded.toString();
  }
}
