package io.doorlist.exactness.storm;

import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.local.throughput.Throughput;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What became of a storm. */
record StormReport(
    StormPlan plan,
    StormFigures figures,
    Throughput throughput,
    FakeTable table,
    Instances instances,
    Storm.Work begun,
    Storm.Work ended,
    Storm.Work last) {

  /** Returns how many scans are not let in at the end. */
  long lost() {
    return last.waiting();
  }

  private long stormEnd() {
    return plan.before() + plan.length().toSeconds();
  }

  /** Returns check-ins a second and list in the storm, its first two seconds aside. */
  double goodput() {
    long from = plan.before() + Math.min(2, plan.length().toSeconds() / 4);
    return (double) figures.admitted(from, stormEnd()) / (stormEnd() - from) / plan.lists();
  }

  /** Returns how many write units of the list's partition a check-in took. */
  double unitsEach() {
    return throughput.writesOf(Storm.partition(1)).units() / Math.max(1, rows()[1]);
  }

  static boolean isRow(Map<String, AttributeValue> item) {
    return Character.isDigit(item.get("sk").s().charAt(0));
  }

  /** Returns how many check-ins a row stands for; a void for none. */
  static long units(Map<String, AttributeValue> row) {
    return row.containsKey("units") ? Long.parseLong(row.get("units").n()) : 1;
  }

  /**
   * Returns the share of what the first list's partition gives in the storm that is spent; 1 if
   * nobody waits at its end.
   */
  double spent() {
    double given = plan.units() * Duration.between(begun.at(), ended.at()).toMillis() / 1000.0;
    return ended.waiting() == 0 ? 1 : (ended.units() - begun.units()) / given;
  }

  /** Returns the share of what is spent that makes rows, each at its least cost. */
  double useful() {
    return last.useful() / last.units();
  }

  /** Returns voids and check-ins of the first list. */
  long[] rows() {
    long voids = 0;
    long units = 0;
    for (Map<String, AttributeValue> item : table.partition(Storm.partition(1))) {
      if (isRow(item)) {
        long its = units(item);
        voids += its == 0 ? 1 : 0;
        units += its;
      }
    }
    return new long[] {voids, units};
  }

  long p99During() {
    return figures.percentile(0.99, plan.before(), stormEnd());
  }

  long p50During() {
    return figures.percentile(0.5, plan.before(), stormEnd());
  }

  long p99After() {
    return figures.percentile(0.99, stormEnd() + 5, stormEnd() + plan.after());
  }

  double liveInTime() {
    return figures.answered(plan.before(), stormEnd(), 1500);
  }

  /** Returns when the last scan was let in, in seconds after the storm began. */
  double drained() {
    return figures.lastUpload() - plan.before();
  }
}
