package io.doorlist.door.rules;

/** Reads the times in rules, in microseconds. */
final class TimeText {
  private static final int[] DAYS_BEFORE = {0, 31, 59, 90, 120, 151, 181, 212, 243, 273, 304, 334};

  private final String text;
  private int at;

  private TimeText(String text) {
    this.text = text;
  }

  /** Reads a time with its offset, such as {@code 2026-11-23T18:00:00+01:00}. */
  static long instant(String text) {
    TimeText reader = new TimeText(text);
    long year = reader.digits(4, 9999);
    reader.expect("-");
    int month = reader.digits(2, 12);
    reader.expect("-");
    int day = reader.digits(2, 31);
    reader.expect("Tt ");
    long micros = reader.timeOfDay();
    long days = days(year, month, day);
    long seconds = days * Zone.DAY - reader.offset();
    // A day that does not exist, such as February 30, would be read as another one.
    if (reader.at < text.length() || !text.startsWith(date(days))) {
      throw reader.unclear();
    }
    return seconds * Moment.MICROS + micros;
  }

  /** Reads a time of day, such as {@code 18:00} or {@code 18:00:30}. */
  static long ofDay(String text) {
    TimeText reader = new TimeText(text);
    long micros = reader.timeOfDay();
    if (reader.at < text.length()) {
      throw reader.unclear();
    }
    return micros;
  }

  private long timeOfDay() {
    long seconds = digits(2, 23) * 3_600L;
    expect(":");
    seconds += digits(2, 59) * 60L;
    long micros = 0;
    if (is(":")) {
      at++;
      seconds += digits(2, 59);
      if (is(".")) {
        at++;
        micros = fraction();
      }
    }
    return seconds * Moment.MICROS + micros;
  }

  private long fraction() {
    long micros = 0;
    long unit = Moment.MICROS / 10;
    int start = at;
    while (is("0123456789")) {
      micros += unit * (text.charAt(at++) - '0');
      unit /= 10;
    }
    if (at == start) {
      throw unclear();
    }
    return micros;
  }

  private int offset() {
    if (is("Zz")) {
      at++;
      return 0;
    }
    int sign = is("-") ? -1 : 1;
    expect("+-");
    int seconds = digits(2, 23) * 3_600;
    if (is(":")) {
      at++;
    }
    return sign * (at < text.length() ? seconds + digits(2, 59) * 60 : seconds);
  }

  private int digits(int count, int most) {
    int number = 0;
    for (int i = 0; i < count; i++) {
      if (!is("0123456789")) {
        throw unclear();
      }
      number = number * 10 + text.charAt(at++) - '0';
    }
    if (number > most) {
      throw unclear();
    }
    return number;
  }

  private boolean is(String any) {
    return at < text.length() && any.indexOf(text.charAt(at)) >= 0;
  }

  private void expect(String any) {
    if (!is(any)) {
      throw unclear();
    }
    at++;
  }

  private UnknownRuleException unclear() {
    return new UnknownRuleException("the time \"" + text + "\"");
  }

  /** Returns a date, such as {@code 2026-11-23}. */
  static String date(long day) {
    // A year has at most 366 days, so the date is in this year or a later one. Years begin at 1.
    int year = Math.max(1, 1965 + (int) Math.floorDiv(day, 366L));
    while (days(year + 1, 1, 1) <= day) {
      year++;
    }
    int month = 1;
    while (month < 12 && days(year, month + 1, 1) <= day) {
      month++;
    }
    return String.valueOf(10_000 + year).substring(1)
        + "-"
        + two(month)
        + "-"
        + two(day - days(year, month, 1) + 1);
  }

  static String two(long number) {
    return number < 10 ? "0" + number : Long.toString(number);
  }

  private static boolean isLeap(long year) {
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
  }

  /** Returns the number of days since 1970. */
  private static long days(long year, int month, int day) {
    long before = year - 1;
    long leapDays = before / 4 - before / 100 + before / 400;
    long untilYear = before * 365 + leapDays - 719_162;
    return untilYear
        + DAYS_BEFORE[Math.max(0, month - 1)]
        + (month > 2 && isLeap(year) ? 1 : 0)
        + day
        - 1;
  }
}
