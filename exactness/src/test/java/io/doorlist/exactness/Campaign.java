package io.doorlist.exactness;

import io.doorlist.exactness.simulator.SeedReport;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;

/** Runs many seeds of a hunt on all processors, and adds up their reports. */
final class Campaign {
  private final Map<String, Long> counts = new TreeMap<>();
  private final List<String> broken = new ArrayList<>();

  private Campaign() {}

  static Campaign run(Hunt hunt, long first, long seeds) {
    Campaign campaign = new Campaign();
    LongStream.range(first, first + seeds).parallel().mapToObj(hunt::run).forEach(campaign::add);
    return campaign;
  }

  private synchronized void add(SeedReport report) {
    report.counts().forEach((what, times) -> counts.merge(what, times, Long::sum));
    report.violations().forEach(each -> broken.add("seed " + report.seed() + ": " + each));
  }

  Map<String, Long> counts() {
    return counts;
  }

  /** Returns how which seeds break a rule. */
  List<String> broken() {
    return broken;
  }

  /** Returns what no seed made happen. */
  List<String> never() {
    return counts.keySet().stream().filter(what -> counts.get(what) == 0).toList();
  }
}
