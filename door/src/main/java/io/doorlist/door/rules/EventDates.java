package io.doorlist.door.rules;

/**
 * When an event or a date of a series begins, ends and opens its doors, in epoch seconds. The last
 * two may be {@code null}.
 */
public record EventDates(long from, Long to, Long opening) {
  long end() {
    return to == null ? from : to;
  }

  long doors() {
    return opening == null ? from : opening;
  }
}
