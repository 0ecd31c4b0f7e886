package io.doorlist.json;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

/**
 * Writes texts as one segment of a URL's path or a part of its query (RFC 3986): all but unreserved
 * characters as %XX.
 */
public final class PathSegment {
  private static final String UNRESERVED_MARKS = "-._~";
  private static final HexFormat HEX = HexFormat.of().withUpperCase();

  private PathSegment() {}

  /** Returns the text, encoded. */
  public static String encode(String text) {
    // Most codes are made of nothing else, and a page has hundreds.
    if (isUnreserved(text)) {
      return text;
    }
    StringBuilder segment = new StringBuilder(text.length());
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      if (unreserved(octet)) {
        segment.append((char) octet);
      } else {
        segment.append('%').append(HEX.toHexDigits(octet));
      }
    }
    return segment.toString();
  }

  private static boolean isUnreserved(String text) {
    for (int i = 0; i < text.length(); i++) {
      if (!unreserved(text.charAt(i))) {
        return false;
      }
    }
    return true;
  }

  private static boolean unreserved(int octet) {
    return (octet >= 'a' && octet <= 'z')
        || (octet >= 'A' && octet <= 'Z')
        || (octet >= '0' && octet <= '9')
        || UNRESERVED_MARKS.indexOf(octet) >= 0;
  }
}
