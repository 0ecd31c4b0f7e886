package io.doorlist.cli.importing.guests;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads the dates of a column. All values together show whether the day or the month comes first.
 *
 * @param zone the time zone of times that name none
 */
record Dates(Order order, ZoneId zone) {
  private static final Pattern DATE =
      Pattern.compile(
          "(\\d{4}|\\d{1,2})[-/.] ?(\\d{1,2})[-/.] ?(\\d{4}|\\d{1,2})"
              + "(?:,?[T ]+(\\d{1,2}):(\\d{2})(?::(\\d{2}))?(?:[.]\\d+)?\\s*([AaPp])?[.]?[Mm]?[.]?"
              + "\\s*(Z|UTC|GMT|[+-]\\d{2}:?\\d{2})?)?");
  private static final Pattern ZONE = Pattern.compile("[(]([+-]\\d{2}:\\d{2})\\b");
  private static final int MONTHS = 12;

  /** Which of day and month comes first in dates that end with the year. */
  enum Order {
    DAY_FIRST,
    MONTH_FIRST;

    @Override
    public String toString() {
      return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
  }

  /**
   * Finds out how a column writes dates.
   *
   * @param wanted what comes first, or {@code null} if the values are to show it
   * @param zone the time zone of times that name none, unless the title names one
   * @return how the column writes dates; empty if the values do not show what comes first, or are
   *     no dates
   */
  static Optional<Dates> of(String title, Collection<String> values, Order wanted, ZoneId zone) {
    Matcher said = ZONE.matcher(title);
    ZoneId there = said.find() ? ZoneOffset.of(said.group(1)) : zone;
    boolean unsure = false;
    boolean day = wanted == Order.DAY_FIRST;
    boolean month = wanted == Order.MONTH_FIRST;
    for (String value : values) {
      Matcher date = DATE.matcher(value);
      if (wanted == null && date.matches() && !yearFirst(date)) {
        unsure = true;
        // People who write full stops between the numbers begin with the day.
        day |= number(date, 1) > MONTHS || value.contains(".");
        month |= number(date, 2) > MONTHS;
      }
    }
    Dates dates = new Dates(month ? Order.MONTH_FIRST : Order.DAY_FIRST, there);
    boolean all = values.stream().allMatch(value -> dates.read(value).isPresent());
    return all && !(unsure && day == month) ? Optional.of(dates) : Optional.empty();
  }

  private static boolean yearFirst(Matcher date) {
    return date.group(1).length() > 2;
  }

  private static int number(Matcher date, int group) {
    return date.group(group) == null ? 0 : Integer.parseInt(date.group(group));
  }

  Optional<Instant> read(String value) {
    Matcher date = DATE.matcher(value);
    if (!date.matches() || (!yearFirst(date) && date.group(3).length() < 2)) {
      return Optional.empty();
    }
    int year = yearFirst(date) ? 1 : 3;
    int month = yearFirst(date) || order == Order.DAY_FIRST ? 2 : 1;
    int hour = number(date, 4);
    if (date.group(7) != null) {
      hour = hour % MONTHS + (date.group(7).equalsIgnoreCase("p") ? MONTHS : 0);
    }
    try {
      LocalDate day =
          LocalDate.of(
              number(date, year) + (number(date, year) < 100 ? 2000 : 0),
              number(date, month),
              number(date, 6 - year - month));
      LocalTime time = LocalTime.of(hour, number(date, 5), number(date, 6));
      ZoneId named = date.group(8) == null ? zone : ZoneId.of(date.group(8));
      return Optional.of(day.atTime(time).atZone(named).toInstant());
    } catch (DateTimeException e) {
      return Optional.empty();
    }
  }
}
