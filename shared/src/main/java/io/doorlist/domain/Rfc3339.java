package io.doorlist.domain;

import java.time.DateTimeException;
import java.time.Duration;
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
          "(\\d{4}-\\d\\d-\\d\\d)[Tt](\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
              + "(?:[Zz]|([+-])([01]\\d|2[0-3]):?([0-5]\\d))");

  private Rfc3339() {}

  /** Returns the point in time; empty if the text is not a timestamp with its offset. */
  public static Optional<Instant> read(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local = LocalDateTime.parse(parts.group(1) + "T" + parts.group(2));
      return Optional.of(local.toInstant(ZoneOffset.UTC).minus(offset(parts)));
    } catch (DateTimeException e) {
      // The digits are in their places, but there is no such day or time.
      return Optional.empty();
    }
  }

  private static Duration offset(Matcher timestamp) {
    if (timestamp.group(3) == null) {
      return Duration.ZERO;
    }
    Duration offset =
        Duration.ofHours(Long.parseLong(timestamp.group(4)))
            .plusMinutes(Long.parseLong(timestamp.group(5)));
    return timestamp.group(3).equals("-") ? offset.negated() : offset;
  }
}
