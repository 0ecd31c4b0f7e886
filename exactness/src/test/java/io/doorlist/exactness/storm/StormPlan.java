package io.doorlist.exactness.storm;

import java.time.Duration;

/**
 * What comes to the doors of one event, in check-ins a second at each list.
 *
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
    int lists,
    double calm,
    double live,
    double uploads,
    int queued,
    int phones,
    Duration length) {
  /** What a list admits in a second if each scan costs its partition 3 units. */
  static final double LIMIT = 1000 / 3.0;

  /** The share of the limit that live scans take: twice and a half the largest stadium. */
  private static final double LIVE = 0.5;

  /** Returns a storm of so many times the limit, in which half of the limit is live at most. */
  static StormPlan of(long seed, double times, int lists, Duration length) {
    double live = Math.min(times / 2, LIVE) * LIMIT;
    return new StormPlan(seed, lists, 0.1 * LIMIT, live, times * LIMIT - live, 0, 100, length);
  }

  /** Returns a storm in which people wait for every scan. */
  static StormPlan live(long seed, double times, Duration length) {
    return new StormPlan(seed, 1, 0.1 * LIMIT, times * LIMIT, 0, 0, 100, length);
  }

  /** Returns the reconnect of phones that were offline for an hour. */
  static StormPlan reconnect(long seed, int phones, int queued) {
    return new StormPlan(
        seed, 1, 0.1 * LIMIT, 0.2 * LIMIT, 0, queued, phones, Duration.ofSeconds(60));
  }
}
