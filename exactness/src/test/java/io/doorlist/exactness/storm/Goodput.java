package io.doorlist.exactness.storm;

import io.doorlist.exactness.history.HistoryRule;
import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.SeedReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * The rule GOODPUT. When scans come at three times what a list's partition takes, this holds:
 *
 * <ul>
 *   <li>Nine tenths of what the partition can write become check-ins, each at its least cost.
 *   <li>Scans of a queue cost less than single ones.
 *   <li>Whoever stands at a door comes first.
 *   <li>5 s after the storm, everything is as before.
 * </ul>
 *
 * <p>The partition has no burst, as AWS promises none.
 *
 * <p>Implementation note. A storm of a second or two at a small partition has few scans, so forty
 * are judged together: one alone says little about a share.
 */
public final class Goodput {
  /** Storms that are judged together. */
  private static final int STORMS = 40;

  private static final double SHARE = 0.9;

  /** Within 1.5 s; so small a partition writes five to ten single scans in a second. */
  private static final double LIVE_IN_TIME = 0.8;

  /** A scan that is live takes 3, one of a queue of eight takes 1 or less. */
  private static final double MAX_UNITS = 2.5;

  private static final double MAX_AFTER_MILLIS = 100;

  private Goodput() {}

  /** Runs forty storms with a planted fault, those of this seed. */
  public static SeedReport run(long seed, boolean traced, StormFault fault) {
    List<StormReport> reports = new ArrayList<>();
    for (long each = seed * STORMS; each < (seed + 1) * STORMS; each++) {
      reports.add(new Storm(StormPlan.of(each), fault, traced).run());
    }
    return new SeedReport(
        seed,
        broken(reports).stream().map(how -> new Violation(HistoryRule.GOODPUT, how)).toList(),
        Map.of(
            "storms", (long) STORMS,
            "live scans", reports.stream().mapToLong(each -> each.live().size()).sum(),
            "check-ins", reports.stream().mapToLong(each -> each.last().checkins()).sum()),
        reports.stream().flatMap(each -> each.lines().stream()).toList());
  }

  public static SeedReport run(long seed, boolean traced) {
    return run(seed, traced, StormFault.NONE);
  }

  private static List<String> broken(List<StormReport> reports) {
    List<StormReport> single =
        reports.stream().filter(report -> report.plan().queued() == 1).toList();
    List<StormReport> queues =
        reports.stream().filter(report -> report.plan().queued() > 1).toList();
    List<String> broken = new ArrayList<>();
    double used = mean(single, report -> report.spent() * report.useful());
    if (used < SHARE) {
      broken.add("%.0f %% of the units make check-ins".formatted(100 * used));
    }
    double live = mean(reports, StormReport::liveInTime);
    if (live < LIVE_IN_TIME) {
      broken.add("%.0f %% of live scans are answered in time".formatted(100 * live));
    }
    double units = mean(queues, StormReport::unitsEach);
    if (units > MAX_UNITS) {
      broken.add("a check-in takes %.2f units beside queues".formatted(units));
    }
    double after = mean(reports, StormReport::p99AfterMillis);
    if (after > MAX_AFTER_MILLIS) {
      broken.add("they wait %.0f ms after it".formatted(after));
    }
    long lost = reports.stream().mapToLong(StormReport::lost).sum();
    if (lost > 0) {
      broken.add(lost + " scans are lost");
    }
    return broken;
  }

  private static double mean(List<StormReport> reports, ToDoubleFunction<StormReport> figure) {
    return reports.stream().mapToDouble(figure).average().orElseThrow();
  }
}
