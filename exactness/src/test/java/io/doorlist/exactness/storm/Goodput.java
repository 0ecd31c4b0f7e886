package io.doorlist.exactness.storm;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/**
 * The rule GOODPUT, for one seed and a small partition: at three times what a list's partition
 * takes, nine tenths of what single scans may take get in, uploads cost less than single scans,
 * whoever stands at a door comes first, and 5 s later it is as before. Without a burst, as AWS
 * promises none.
 */
final class Goodput {
  private static final double TIMES = 3;
  private static final double SHARE = 0.9;
  private static final Duration LENGTH = Duration.ofSeconds(8);

  /**
   * In 1.5 s; a request of a shared row takes a fifth of what so small a partition has a second.
   */
  private static final double LIVE_IN_TIME = 0.95;

  private static final double MAX_UNITS = 2.5;
  private static final long MAX_AFTER_MILLIS = 300;

  private Goodput() {}

  /** Returns what a storm breaks; nothing if all is well. */
  static List<String> broken(long seed, StormFault fault) throws InterruptedException {
    StormPlan plan = StormPlan.small(seed, TIMES, LENGTH);
    StormReport report = new Storm(plan, fault).run();
    List<String> broken = new ArrayList<>();
    if (report.goodput() < SHARE * plan.limit()) {
      broken.add("%.1f a second get in".formatted(report.goodput()));
    }
    if (report.liveInTime() < LIVE_IN_TIME) {
      broken.add("%.0f %% of live scans are answered in time".formatted(100 * report.liveInTime()));
    }
    if (report.p99After() > MAX_AFTER_MILLIS) {
      broken.add("they wait %d ms after it".formatted(report.p99After()));
    }
    if (report.unitsEach() > MAX_UNITS) {
      broken.add("a check-in takes %.2f units".formatted(report.unitsEach()));
    }
    if (report.lost() > 0) {
      broken.add(report.lost() + " scans are lost");
    }
    return broken;
  }
}
