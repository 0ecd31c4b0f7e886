package io.doorlist.phone;

/**
 * Writes and reads times as the API has them. The page, which is compiled to JavaScript, has no
 * {@code java.time}.
 */
final class Timestamps {
  private static final long DAY_MILLIS = 86_400_000L;

  /** Days from March 1 of the year 0 until 1970, in today's calendar. */
  private static final long DAYS_BEFORE_1970 = 719_468;

  private static final int DAYS_OF_400_YEARS = 146_097;

  private Timestamps() {}

  /** Returns epoch milliseconds as {@code 2026-09-14T17:03:20.904Z}. */
  static String text(long millis) {
    long days = Math.floorDiv(millis, DAY_MILLIS);
    long rest = Math.floorMod(millis, DAY_MILLIS);
    // Years are taken to begin in March, so that a leap day is the last day of its year.
    long shifted = days + DAYS_BEFORE_1970;
    long era = Math.floorDiv(shifted, (long) DAYS_OF_400_YEARS);
    long dayOfEra = Math.floorMod(shifted, (long) DAYS_OF_400_YEARS);
    long yearOfEra = (dayOfEra - dayOfEra / 1_460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365;
    long dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100);
    long month = (5 * dayOfYear + 2) / 153;
    long day = dayOfYear - (153 * month + 2) / 5 + 1;
    long year = yearOfEra + era * 400 + (month >= 10 ? 1 : 0);
    return padded(year, 4)
        + "-"
        + padded(month >= 10 ? month - 9 : month + 3, 2)
        + "-"
        + padded(day, 2)
        + "T"
        + padded(rest / 3_600_000, 2)
        + ":"
        + padded(rest / 60_000 % 60, 2)
        + ":"
        + padded(rest / 1_000 % 60, 2)
        + "."
        + padded(rest % 1_000, 3)
        + "Z";
  }

  private static String padded(long number, int digits) {
    StringBuilder text = new StringBuilder().append(number);
    while (text.length() < digits) {
      text.insert(0, '0');
    }
    return text.toString();
  }

  /** Returns the epoch milliseconds of a time in UTC, or 0 if the text is no such time. */
  static long millis(String text) {
    try {
      long year = Long.parseLong(text.substring(0, 4));
      long month = Long.parseLong(text.substring(5, 7));
      long day = Long.parseLong(text.substring(8, 10));
      long shifted = month > 2 ? month - 3 : month + 9;
      long marchYear = month > 2 ? year : year - 1;
      long yearOfEra = Math.floorMod(marchYear, 400L);
      long dayOfEra =
          yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + (153 * shifted + 2) / 5 + day - 1;
      long days = Math.floorDiv(marchYear, 400L) * DAYS_OF_400_YEARS + dayOfEra - DAYS_BEFORE_1970;
      long seconds =
          Long.parseLong(text.substring(11, 13)) * 3_600
              + Long.parseLong(text.substring(14, 16)) * 60
              + Long.parseLong(text.substring(17, 19));
      long millis = text.charAt(19) == '.' ? Long.parseLong(text.substring(20, 23)) : 0;
      return days * DAY_MILLIS + seconds * 1_000 + millis;
    } catch (IndexOutOfBoundsException | NumberFormatException e) {
      return 0;
    }
  }
}
