package io.doorlist.door.rules;

import java.util.List;

/**
 * What happened with a ticket at a list before: the epoch seconds of its entries, in any order, and
 * whether its latest passage was one.
 */
public record PastEntries(List<Long> entries, boolean inside) {
  public static final PastEntries NONE = new PastEntries(List.of(), false);

  public PastEntries {
    entries = List.copyOf(entries);
  }

  /** Returns how many entries there were in a period, in microseconds since 1970. */
  long count(long fromMicros, long untilMicros) {
    return entries.stream().filter(at -> within(at, fromMicros, untilMicros)).count();
  }

  /** Returns on how many days of the event's clock there were entries in a period. */
  long days(long fromMicros, long untilMicros, Zone zone) {
    return entries.stream()
        .filter(at -> within(at, fromMicros, untilMicros))
        .map(zone::day)
        .distinct()
        .count();
  }

  private static boolean within(long epochSecond, long fromMicros, long untilMicros) {
    long micros = epochSecond * Moment.MICROS;
    return micros >= fromMicros && micros < untilMicros;
  }

  Long first() {
    return entries.stream().min(Long::compare).orElse(null);
  }

  Long last() {
    return entries.stream().max(Long::compare).orElse(null);
  }
}
