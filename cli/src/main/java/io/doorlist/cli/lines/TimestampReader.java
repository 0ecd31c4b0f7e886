package io.doorlist.cli.lines;

import io.doorlist.domain.Rfc3339;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.util.Optional;

/** Reads RFC 3339 timestamps with a zone, and dates. */
public final class TimestampReader {
  /**
   * The earliest time that is read; {@link #LAST} is the latest. Because of its offset, a timestamp
   * whose year has four digits may still be outside.
   */
  private static final Instant FIRST = Instant.parse("0001-01-01T00:00:00Z");

  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59.999999999Z");

  private TimestampReader() {}

  /** Reads a timestamp such as {@code 2026-05-01T18:00:00+02:00}; empty if the text is none. */
  public static Optional<Instant> read(String text) {
    return Rfc3339.read(text).filter(time -> !time.isBefore(FIRST) && !time.isAfter(LAST));
  }

  /** Returns whether the text is a date such as {@code 2026-05-01}. */
  public static boolean isDate(String text) {
    try {
      // In a longer text the year has more than four digits.
      return text.length() == 10 && LocalDate.parse(text) != null;
    } catch (DateTimeException e) {
      return false;
    }
  }
}
