package io.doorlist.door;

import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Locale;
import java.util.Optional;

/** A QR code that has a ticket's code as the last part of a web address. */
public final class LinkedCode {
  private static final String SCHEME = "https://";

  private LinkedCode() {}

  /**
   * Returns the code that a web address ends with, which stands for a ticket if the whole does not;
   * empty if the text is no web address, or one without a path.
   */
  public static Optional<String> lastPart(String text) {
    String scheme = text.substring(0, Math.max(0, text.indexOf("://"))).toLowerCase(Locale.ROOT);
    if (!scheme.equals("https") && !scheme.equals("http")) {
      return Optional.empty();
    }
    int end = text.length();
    for (char mark : new char[] {'?', '#'}) {
      int at = text.indexOf(mark);
      end = at < 0 ? end : Math.min(end, at);
    }
    while (text.charAt(end - 1) == '/') {
      end--;
    }
    int from = text.lastIndexOf('/', end - 1) + 1;
    return from <= SCHEME.length()
        ? Optional.empty()
        : Optional.of(decoded(text.substring(from, end)));
  }

  /** Decodes escapes; everything else stays as it is. */
  public static String decoded(String text) {
    byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
    ByteArrayOutputStream plain = new ByteArrayOutputStream();
    for (int i = 0; i < bytes.length; i++) {
      int high = i + 2 < bytes.length ? Character.digit((char) bytes[i + 1], 16) : -1;
      int low = i + 2 < bytes.length ? Character.digit((char) bytes[i + 2], 16) : -1;
      if (bytes[i] == '%' && high >= 0 && low >= 0) {
        plain.write(high << 4 | low);
        i += 2;
      } else {
        plain.write(bytes[i]);
      }
    }
    byte[] all = plain.toByteArray();
    return new String(all, StandardCharsets.UTF_8);
  }
}
