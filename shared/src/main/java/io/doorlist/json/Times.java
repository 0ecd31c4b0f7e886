package io.doorlist.json;

import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.time.format.DateTimeFormatterBuilder;
import java.util.Locale;

/** Timestamps as the contract's answers carry them: RFC 3339 in UTC with {@code Z}. */
final class Times {
  private static final DateTimeFormatter MILLISECONDS =
      new DateTimeFormatterBuilder().appendInstant(3).toFormatter(Locale.ROOT);

  private Times() {}

  /** Returns the timestamp with as many digits as it has: none, three, six or nine. */
  static String exact(Instant instant) {
    return instant.toString();
  }

  /** Returns the timestamp with as many digits as it has, or {@code null} for {@code null}. */
  static String exactOrNull(Instant instant) {
    return instant == null ? null : exact(instant);
  }

  /** Returns the timestamp with exactly three digits of a second. */
  static String milliseconds(Instant instant) {
    return MILLISECONDS.format(instant);
  }
}
