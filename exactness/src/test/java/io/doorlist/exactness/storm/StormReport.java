package io.doorlist.exactness.storm;

import io.doorlist.exactness.fake.FakeTable;
import io.doorlist.local.throughput.Throughput;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** What became of a storm. */
record StormReport(
    StormPlan plan,
    StormFigures figures,
    Throughput throughput,
    FakeTable table,
    Instances instances,
    long lost) {

  private long stormEnd() {
    return Storm.BEFORE + plan.length().toSeconds();
  }

  /** Returns check-ins a second and list in the storm, its first two seconds aside. */
  double goodput() {
    long from = Storm.BEFORE + Math.min(2, plan.length().toSeconds() / 4);
    return (double) figures.admitted(from, stormEnd()) / (stormEnd() - from) / plan.lists();
  }

  /** Returns how many write units of the list's partition a check-in took. */
  double unitsEach() {
    return throughput.writesOf(Storm.partition(1)).units() / Math.max(1, rows()[1]);
  }

  /** Returns voids and check-ins of the first list. */
  long[] rows() {
    long voids = 0;
    long units = 0;
    for (Map<String, AttributeValue> item : table.partition(Storm.partition(1))) {
      if (Character.isDigit(item.get("sk").s().charAt(0))) {
        long its = item.containsKey("units") ? Long.parseLong(item.get("units").n()) : 1;
        voids += its == 0 ? 1 : 0;
        units += its;
      }
    }
    return new long[] {voids, units};
  }

  long p99During() {
    return figures.percentile(0.99, Storm.BEFORE, stormEnd());
  }

  long p50During() {
    return figures.percentile(0.5, Storm.BEFORE, stormEnd());
  }

  long p99After() {
    return figures.percentile(0.99, stormEnd() + 5, stormEnd() + Storm.AFTER);
  }

  double liveInTime() {
    return figures.answered(Storm.BEFORE, stormEnd(), 1500);
  }

  /** Returns when the last scan was let in, in seconds after the storm began. */
  double drained() {
    return figures.lastUpload() - Storm.BEFORE;
  }
}
