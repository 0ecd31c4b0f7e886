package io.doorlist.door.rules;

/**
 * When an event, or a date of a series, begins and, or {@code null}, ends and opens its doors; in
 * epoch seconds.
 */
public record EventDates(long from, Long to, Long opening) {
  long end() {
    return to == null ? from : to;
  }

  long doors() {
    return opening == null ? from : opening;
  }
}
