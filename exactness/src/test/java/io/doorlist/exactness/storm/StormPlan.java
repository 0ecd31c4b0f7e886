package io.doorlist.exactness.storm;

import io.doorlist.local.throughput.Throughput;
import java.time.Duration;

/**
 * What comes to the doors of one event, in check-ins a second at each list.
 *
 * @param units that the partition of a list writes in a second
 * @param lists that the event has
 * @param calm live scans before and after the storm
 * @param live scans in the storm: somebody waits for each
 * @param uploads scans that come in in the storm from phones that were offline
 * @param queued scans that each phone has queued when the storm begins
 * @param phones at each list
 * @param length of the storm
 */
record StormPlan(
    long seed,
    int units,
    int lists,
    double calm,
    double live,
    double uploads,
    int queued,
    int phones,
    Duration length) {
  private static final int PHONES = 100;
  private static final int SMALL_UNITS = 50;
  private static final int SMALL_PHONES = 5;

  /** What a list admits in a second on AWS if each scan costs its partition 3 units. */
  static final double LIMIT = limit(Throughput.WRITES);

  /** The share of the limit that live scans take: twice and a half the largest stadium. */
  private static final double LIVE = 0.5;

  private static double limit(int units) {
    return units / 3.0;
  }

  /** What a list admits in a second if each scan costs its partition 3 units. */
  double limit() {
    return limit(units);
  }

  /** Returns a storm of so many times the limit, in which half of the limit is live at most. */
  static StormPlan of(long seed, double times, int lists, Duration length) {
    return of(seed, Throughput.WRITES, times, lists, PHONES, length);
  }

  private static StormPlan of(
      long seed, int units, double times, int lists, int phones, Duration length) {
    double limit = limit(units);
    double live = Math.min(times / 2, LIVE) * limit;
    return new StormPlan(
        seed, units, lists, 0.1 * limit, live, times * limit - live, 0, phones, length);
  }

  /** Returns a storm in which people wait for every scan. */
  static StormPlan live(long seed, double times, Duration length) {
    return new StormPlan(
        seed, Throughput.WRITES, 1, 0.1 * LIMIT, times * LIMIT, 0, 0, PHONES, length);
  }

  /** Returns the reconnect of phones that were offline for an hour. */
  static StormPlan reconnect(long seed, int phones, int queued) {
    return new StormPlan(
        seed,
        Throughput.WRITES,
        1,
        0.1 * LIMIT,
        0.2 * LIMIT,
        0,
        queued,
        phones,
        Duration.ofSeconds(60));
  }

  /** Returns a storm at a small partition, for many seeds, at so many times its limit. */
  static StormPlan small(long seed, double times, Duration length) {
    return of(seed, SMALL_UNITS, times, 1, SMALL_PHONES, length);
  }
}
