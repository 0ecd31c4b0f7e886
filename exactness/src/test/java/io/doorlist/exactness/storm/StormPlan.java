package io.doorlist.exactness.storm;

import io.doorlist.store.sequence.Sequence;
import java.time.Duration;
import java.util.SplittableRandom;

/**
 * What comes to the doors of a list in a brief storm, at three times the limit of a small
 * partition. Live scans come beside phones with queued scans. Each phone has one queued scan, or
 * eight in every fourth storm.
 *
 * @param units that the partition of the list writes in a second
 * @param calm live scans a second after the storm
 * @param live live scans a second in the storm: somebody waits for each
 * @param queued scans that each phone has queued when the storm begins
 */
record StormPlan(long seed, int units, double calm, double live, int queued, int phones) {
  static final Duration LENGTH = Duration.ofSeconds(2);

  /** How long everything is watched. */
  static final Duration WATCHED = Duration.ofSeconds(9);

  private static final int UNITS = 15;
  private static final int QUEUE = 8;

  static StormPlan of(long seed) {
    SplittableRandom random = new SplittableRandom(seed);
    int units = UNITS + random.nextInt(UNITS);
    // A scan alone costs its partition 3 units.
    double limit = units / 3.0;
    double live = (0.2 + 0.4 * random.nextDouble()) * limit;
    double uploads = (3 * limit - live) * LENGTH.toSeconds();
    int queued = seed % 4 == 0 ? QUEUE : 1;
    return new StormPlan(seed, units, 0.3 * limit, live, queued, (int) (uploads / queued));
  }

  /**
   * Returns how many ordinals a gap stays open, in proportion to the limit: production's are a
   * third of a second of it.
   */
  int patience() {
    return Math.max(1, Sequence.GAP_PATIENCE * units / Throughput.WRITES);
  }
}
