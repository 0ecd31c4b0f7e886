package io.doorlist.webhooksender;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Decides when to make the next attempt. There are ten attempts over 75 hours and 35 minutes, as in
 * the example of Standard Webhooks 1.0.0. Each pause is up to a tenth longer or shorter, so that
 * deliveries that failed together are not repeated together.
 */
record RetrySchedule(RandomGenerator random) {
  private static final List<Duration> PAUSES =
      Stream.of("PT5S PT5M PT30M PT2H PT5H PT10H PT14H PT20H PT24H".split(" "))
          .map(Duration::parse)
          .toList();

  static final int TRIES = PAUSES.size() + 1;
  private static final double JITTER = 0.1;

  /** The longest pause that a receiver can ask for by Retry-After. */
  private static final Duration MAX_PAUSE = Duration.ofHours(24);

  private static final Pattern SECONDS = Pattern.compile("[0-9]{1,9}");

  /**
   * Returns when the next attempt is due, but not before the time that the receiver asks for. It is
   * empty if there is no next attempt.
   */
  Optional<Instant> next(int tries, Instant now, String retryAfter) {
    if (tries >= TRIES) {
      return Optional.empty();
    }
    double factor = 1 + JITTER * (2 * random.nextDouble() - 1);
    Instant due = now.plusMillis((long) (PAUSES.get(tries - 1).toMillis() * factor));
    Instant wanted = retryAfter == null ? due : wanted(retryAfter, now).orElse(due);
    Instant latest = now.plus(MAX_PAUSE);
    return Optional.of(Collections.max(List.of(due, wanted.isAfter(latest) ? latest : wanted)));
  }

  /**
   * Reads a number of seconds, or a date in the preferred format of RFC 9110. The result is empty
   * for anything else.
   */
  private static Optional<Instant> wanted(String retryAfter, Instant now) {
    if (SECONDS.matcher(retryAfter).matches()) {
      return Optional.of(now.plusSeconds(Long.parseLong(retryAfter)));
    }
    try {
      return Optional.of(
          ZonedDateTime.parse(retryAfter, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
