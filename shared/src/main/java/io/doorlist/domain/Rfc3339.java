package io.doorlist.domain;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads timestamps of RFC 3339: a date and a time with nine digits of a second at most, and the
 * offset from UTC. RFC 3339 has offsets that Java's own do not, up to 23:59; an offset without its
 * colon, {@code +0000}, is read too, as many clients write it.
 */
public final class Rfc3339 {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4})-(\\d\\d)-(\\d\\d)[Tt](\\d\\d):(\\d\\d):(\\d\\d)(?:\\.(\\d{1,9}))?"
              + "(?:[Zz]|([+-])([01]\\d|2[0-3]):?([0-5]\\d))");

  private Rfc3339() {}

  /** Returns the point in time; empty if the text is not a timestamp with its offset. */
  public static Optional<Instant> read(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local =
          LocalDateTime.of(
              number(text, parts, 1),
              number(text, parts, 2),
              number(text, parts, 3),
              number(text, parts, 4),
              number(text, parts, 5),
              number(text, parts, 6));
      return Optional.of(
          Instant.ofEpochSecond(
              local.toEpochSecond(ZoneOffset.UTC) - offset(text, parts), fraction(text, parts)));
    } catch (DateTimeException e) {
      // The format is right, but there is no such day or time.
      return Optional.empty();
    }
  }

  private static int number(String text, Matcher parts, int group) {
    return Integer.parseInt(text, parts.start(group), parts.end(group), 10);
  }

  /** Returns the digits after the point, in nanoseconds. */
  private static int fraction(String text, Matcher parts) {
    if (parts.start(7) < 0) {
      return 0;
    }
    int nanoseconds = number(text, parts, 7);
    for (int digits = parts.end(7) - parts.start(7); digits < 9; digits++) {
      nanoseconds *= 10;
    }
    return nanoseconds;
  }

  /** Returns the offset from UTC, in seconds. */
  private static int offset(String text, Matcher parts) {
    if (parts.start(8) < 0) {
      return 0;
    }
    int seconds = (number(text, parts, 9) * 60 + number(text, parts, 10)) * 60;
    return text.charAt(parts.start(8)) == '-' ? -seconds : seconds;
  }
}
