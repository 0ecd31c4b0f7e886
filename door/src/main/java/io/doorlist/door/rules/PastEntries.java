package io.doorlist.door.rules;

import java.util.List;

/**
 * What happened with a ticket at a list before: the epoch seconds of its entries, in any order, and
 * whether it is still inside.
 */
public record PastEntries(List<Long> entries, boolean inside) {
  public static final PastEntries NONE = new PastEntries(List.of(), false);

  public PastEntries {
    entries = List.copyOf(entries);
  }

  /** Returns how many entries there were in a period, whose ends are in microseconds since 1970. */
  long count(long fromMicros, long untilMicros) {
    return entries.stream().filter(at -> within(at, fromMicros, untilMicros)).count();
  }

  /** Returns on how many days there were entries in a period, by the clock at the event's place. */
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
