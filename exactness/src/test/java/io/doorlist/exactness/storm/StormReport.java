package io.doorlist.exactness.storm;

import java.time.Duration;
import java.time.Instant;
import java.util.List;

/**
 * What became of a storm.
 *
 * @param begun when a quarter of it was over, as a bucket is full at first
 * @param ended when it was over
 * @param last when everything was
 * @param lines the event log, if the run was traced
 */
record StormReport(
    StormPlan plan, StormFigures figures, Work begun, Work ended, Work last, List<String> lines) {
  private static final Duration RECOVERY = Duration.ofSeconds(5);
  private static final long IN_TIME_MILLIS = 1500;

  /**
   * What the list's partition has written by some time.
   *
   * @param units that it has served
   * @param useful units of it that made rows, had nothing been done twice or in vain
   * @param checkins that it has
   * @param waiting scans that are not let in yet
   */
  record Work(Instant at, double units, double useful, long checkins, long waiting) {}

  /** Returns how many scans are not let in at the end. */
  long lost() {
    return last.waiting();
  }

  /** Returns how many write units of the list's partition a check-in took. */
  double unitsEach() {
    return last.units() / Math.max(1, last.checkins());
  }

  /** Returns the share of what the partition gives that is spent; 1 if nobody waits at the end. */
  double spent() {
    double given = plan.units() * Duration.between(begun.at(), ended.at()).toMillis() / 1000.0;
    return ended.waiting() == 0 ? 1 : (ended.units() - begun.units()) / given;
  }

  /** Returns the share of what is spent that makes rows, each at its least cost. */
  double useful() {
    return last.useful() / last.units();
  }

  double p99AfterMillis() {
    return figures.p99Millis(StormPlan.LENGTH.plus(RECOVERY), StormPlan.WATCHED);
  }

  double liveInTime() {
    return figures.answered(StormPlan.LENGTH, IN_TIME_MILLIS);
  }
}
