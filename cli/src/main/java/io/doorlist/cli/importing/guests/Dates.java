package io.doorlist.cli.importing.guests;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the dates of a column by the pattern of all of them: whether the day or the month comes
 * first.
 */
final class Dates {
  private static final String TIME =
      "(?:,?[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:[.]\\d+)?\\s*([AaPp])?[.]?[Mm]?[.]?"
          + "\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?)?";
  private static final Pattern YEAR_FIRST =
      Pattern.compile("(\\d{4})[-/.](\\d{1,2})[-/.](\\d{1,2})" + TIME);
  private static final Pattern YEAR_LAST =
      Pattern.compile("(\\d{1,2})[-/.] ?(\\d{1,2})[-/.] ?(\\d{4}|\\d{2})" + TIME);
  private static final Pattern ZONE = Pattern.compile("[(]([+-]\\d{2}:\\d{2})\\b");
  private static final int MONTHS = 12;

  private final Order order;
  private final ZoneId zone;

  private Dates(Order order, ZoneId zone) {
    this.order = order;
    this.zone = zone;
  }

  /** What comes first where the year comes last. */
  enum Order {
    DAY_FIRST,
    MONTH_FIRST
  }

  /**
   * Finds the pattern of a column.
   *
   * @param wanted what comes first, or {@code null} for what its values show
   * @param zone of times without one, unless the title says it
   * @return empty if the values do not show what comes first, or are no dates
   */
  static Optional<Dates> of(String title, Collection<String> values, Order wanted, ZoneId zone) {
    Matcher said = ZONE.matcher(title);
    ZoneId there = said.find() ? ZoneOffset.of(said.group(1)) : zone;
    boolean unsure = false;
    boolean day = wanted == Order.DAY_FIRST;
    boolean month = wanted == Order.MONTH_FIRST;
    for (String value : values) {
      Matcher date = YEAR_LAST.matcher(value.strip());
      if (wanted == null && date.matches()) {
        unsure = true;
        // A full stop between them is how those write who begin with the day.
        day |= Integer.parseInt(date.group(1)) > MONTHS || value.contains(".");
        month |= Integer.parseInt(date.group(2)) > MONTHS;
      }
    }
    Dates dates = new Dates(month ? Order.MONTH_FIRST : Order.DAY_FIRST, there);
    boolean all = values.stream().allMatch(value -> dates.read(value).isPresent());
    return all && !(unsure && day == month) ? Optional.of(dates) : Optional.empty();
  }

  /** Reads a date, with or without a time; empty if it is none. */
  Optional<Instant> read(String value) {
    Matcher date = YEAR_FIRST.matcher(value.strip());
    boolean yearFirst = date.matches();
    if (!yearFirst) {
      date = YEAR_LAST.matcher(value.strip());
      if (!date.matches()) {
        return Optional.empty();
      }
    }
    int day = yearFirst ? 3 : order == Order.DAY_FIRST ? 1 : 2;
    int month = yearFirst ? 2 : order == Order.DAY_FIRST ? 2 : 1;
    try {
      int year = Integer.parseInt(date.group(yearFirst ? 1 : 3));
      LocalDate local =
          LocalDate.of(
              year < 100 ? 2000 + year : year,
              Integer.parseInt(date.group(month)),
              Integer.parseInt(date.group(day)));
      ZoneId named = date.group(8) == null ? zone : ZoneId.of(date.group(8));
      return Optional.of(local.atTime(time(date)).atZone(named).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }

  private static LocalTime time(Matcher date) {
    if (date.group(4) == null) {
      return LocalTime.MIDNIGHT;
    }
    int hour = Integer.parseInt(date.group(4));
    if (date.group(7) != null) {
      hour = hour % MONTHS + (date.group(7).equalsIgnoreCase("p") ? MONTHS : 0);
    }
    int second = date.group(6) == null ? 0 : Integer.parseInt(date.group(6));
    return LocalTime.of(hour, Integer.parseInt(date.group(5)), second);
  }
}
