package io.doorlist.door.rules;

/**
 * When an event, or a date of a series, is; in epoch seconds.
 *
 * @param from its beginning
 * @param to its end, or {@code null}
 * @param opening when doors open, or {@code null}
 */
public record EventDates(long from, Long to, Long opening) {
  long end() {
    return to == null ? from : to;
  }

  long doors() {
    return opening == null ? from : opening;
  }
}
