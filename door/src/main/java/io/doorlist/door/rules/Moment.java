package io.doorlist.door.rules;

/**
 * A time in a rule.
 *
 * @param micros since 1970
 * @param wall what the clock at the event's place shows, in microseconds, if the rule names a time
 *     of day; otherwise {@code null}
 */
record Moment(long micros, Long wall) {
  static final long MICROS = 1_000_000;

  static Moment at(long epochSecond) {
    return new Moment(epochSecond * MICROS, null);
  }

  /** Returns a time of day on the present day at the event's place. */
  static Moment today(long microsOfDay, long now, Zone zone) {
    long midnight = zone.day(now) * Zone.DAY * MICROS;
    return shown(midnight + microsOfDay, zone.isRepeated(now), zone);
  }

  private static Moment shown(long wall, boolean second, Zone zone) {
    long seconds = Math.floorDiv(wall, MICROS);
    long fraction = Math.floorMod(wall, MICROS);
    return new Moment(zone.epochSecond(seconds, second) * MICROS + fraction, wall);
  }

  /**
   * Returns a later time. If the rule names a time of day, the minutes are added to what the clock
   * shows, even if it is put back meanwhile.
   */
  Moment plusMinutes(double minutes, Zone zone) {
    long more = (long) Math.rint(minutes * 60 * MICROS);
    return wall == null ? new Moment(micros + more, null) : shown(wall + more, false, zone);
  }

  boolean isBefore(Moment other) {
    return wall != null && other.wall != null ? wall < other.wall : micros < other.micros;
  }

  long epochSecond() {
    return Math.floorDiv(micros, MICROS);
  }
}
