package io.doorlist.domain;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads timestamps of RFC 3339: a date, a time with at most nine decimals of a second, and the
 * offset from UTC. RFC 3339 allows offsets up to 23:59, which Java's own parser refuses. An offset
 * without its colon, {@code +0000}, is read too, as many clients write it.
 */
public final class Rfc3339 {
  private static final Pattern FORM =
      Pattern.compile(
          "(\\d{4}-\\d\\d-\\d\\d[Tt]\\d\\d:\\d\\d:\\d\\d(?:\\.\\d{1,9})?)"
              + "(?:[Zz]|([+-])([01]\\d|2[0-3]):?([0-5]\\d))");

  private Rfc3339() {}

  public static Optional<Instant> read(String text) {
    Matcher parts = FORM.matcher(text);
    if (!parts.matches()) {
      return Optional.empty();
    }
    try {
      LocalDateTime local = LocalDateTime.parse(parts.group(1).toUpperCase(Locale.ROOT));
      return Optional.of(local.toInstant(ZoneOffset.UTC).minusSeconds(60 * minutes(parts)));
    } catch (DateTimeException e) {
      // The format is right, but the day or time does not exist.
      return Optional.empty();
    }
  }

  private static long minutes(Matcher parts) {
    if (parts.group(2) == null) {
      return 0;
    }
    long minutes = 60 * Long.parseLong(parts.group(3)) + Long.parseLong(parts.group(4));
    return parts.group(2).equals("-") ? -minutes : minutes;
  }
}
