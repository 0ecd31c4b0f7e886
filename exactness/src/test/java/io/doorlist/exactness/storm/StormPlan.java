package io.doorlist.exactness.storm;

import io.doorlist.local.throughput.Throughput;
import io.doorlist.store.sequence.Sequence;
import java.time.Duration;
import java.util.SplittableRandom;

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
 * @param before seconds of calm before the storm
 * @param after seconds that are watched after it
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
    Duration length,
    int before,
    int after) {
  private static final int BEFORE = 2;
  private static final int AFTER = 15;
  private static final int PHONES = 100;
  private static final int BRIEF_UNITS = 15;
  private static final Duration BRIEF = Duration.ofSeconds(2);
  private static final int BRIEF_AFTER = 7;
  private static final int BRIEF_QUEUE = 8;

  /** What a list admits in a second on AWS if each scan costs its partition 3 units. */
  static final double LIMIT = limit(Throughput.WRITES);

  /** The share of the limit that live scans take: twice and a half the largest stadium. */
  private static final double LIVE = 0.5;

  private static double limit(int units) {
    return units / 3.0;
  }

  /** Returns a storm at a partition of AWS. */
  private static StormPlan atAws(
      long seed, int lists, double live, double uploads, int queued, Duration length) {
    return new StormPlan(
        seed,
        Throughput.WRITES,
        lists,
        0.1 * LIMIT,
        live,
        uploads,
        queued,
        PHONES,
        length,
        BEFORE,
        AFTER);
  }

  /** Returns a storm of so many times the limit, in which half of the limit is live at most. */
  static StormPlan of(long seed, double times, int lists, Duration length) {
    double live = Math.min(times / 2, LIVE) * LIMIT;
    return atAws(seed, lists, live, times * LIMIT - live, 0, length);
  }

  /** Returns a storm in which people wait for every scan. */
  static StormPlan live(long seed, double times, Duration length) {
    return atAws(seed, 1, times * LIMIT, 0, 0, length);
  }

  /** Returns the reconnect of phones that were offline for an hour. */
  static StormPlan reconnect(long seed, int queued) {
    return atAws(seed, 1, 0.2 * LIMIT, 0, queued, Duration.ofSeconds(60));
  }

  /**
   * Returns a brief storm at three times the limit of a small partition, for many seeds: live scans
   * beside phones with one queued scan each or, every fourth time, with eight.
   */
  static StormPlan brief(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int units = BRIEF_UNITS + random.nextInt(BRIEF_UNITS);
    double limit = limit(units);
    double live = (0.2 + 0.4 * random.nextDouble()) * limit;
    double uploads = (3 * limit - live) * BRIEF.toSeconds();
    int queued = seed % 4 == 0 ? BRIEF_QUEUE : 1;
    int phones = (int) (uploads / queued);
    return new StormPlan(
        seed, units, 1, 0.3 * limit, live, 0, queued, phones, BRIEF, 0, BRIEF_AFTER);
  }

  /** Returns how many phones keep a copy of a list up to date. */
  int copies() {
    return Math.min(phones, PHONES * units / Throughput.WRITES);
  }

  /** Returns how many instances of the function serve requests at a time, at most. */
  int instances() {
    return Throughput.WRITES;
  }

  /**
   * Returns how many ordinals a gap stays open, in proportion to the limit: production's are a
   * third of a second of it.
   */
  int patience() {
    return Math.max(1, Sequence.GAP_PATIENCE * units / Throughput.WRITES);
  }
}
