package io.doorlist.cli.tokens;

import io.doorlist.cli.importing.lines.Timestamps;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.Period;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

/** When a token expires, as people write it. */
final class Expiry {
  /** The last second that RFC 3339 can express. */
  private static final Instant LAST = Instant.parse("9999-12-31T23:59:59Z");

  private Expiry() {}

  /**
   * Reads a timestamp with a zone, a last day in UTC, or a period from now ({@code P30D}, {@code
   * PT12H}), to the second.
   *
   * @return empty if the text is none of these
   */
  static Optional<Instant> read(String text, Instant now) {
    try {
      Optional<Instant> time =
          text.startsWith("P")
              ? Optional.of(after(text, now))
              : Timestamps.isDate(text)
                  ? Optional.of(
                      LocalDate.parse(text).plusDays(1).atStartOfDay(ZoneOffset.UTC).toInstant())
                  : Timestamps.read(text);
      return time.map(
          instant -> instant.isAfter(LAST) ? LAST : instant.truncatedTo(ChronoUnit.SECONDS));
    } catch (DateTimeException | ArithmeticException e) {
      return Optional.empty();
    }
  }

  private static Instant after(String period, Instant now) {
    return period.contains("T")
        ? now.plus(Duration.parse(period))
        : now.atOffset(ZoneOffset.UTC).plus(Period.parse(period)).toInstant();
  }
}
