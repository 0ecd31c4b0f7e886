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
    StormPlan plan, List<Live> live, Work begun, Work ended, Work last, List<String> lines) {
  private static final Duration RECOVERY = Duration.ofSeconds(5);
  private static final Duration IN_TIME = Duration.ofMillis(1500);

  /** A live scan: how long after the beginning it came, and how long it took. */
  record Live(Duration begun, Duration took) {}

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

  /** Returns the time within which 99 of 100 live scans are answered 5 s after the storm. */
  double p99AfterMillis() {
    long[] millis =
        live.stream()
            .filter(each -> each.begun().compareTo(StormPlan.LENGTH.plus(RECOVERY)) >= 0)
            .mapToLong(each -> each.took().toMillis())
            .sorted()
            .toArray();
    return millis.length == 0 ? 0 : millis[(int) Math.min(millis.length - 1, 0.99 * millis.length)];
  }

  /** Returns the share of the storm's live scans that are answered in time. */
  double liveInTime() {
    return live.stream()
        .filter(each -> each.begun().compareTo(StormPlan.LENGTH) < 0)
        .mapToDouble(each -> each.took().compareTo(IN_TIME) <= 0 ? 1 : 0)
        .average()
        .orElse(1);
  }
}
