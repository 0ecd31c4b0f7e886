package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Violation;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/**
 * How soon phones that were offline are rid of their queues, and how long a door waits meanwhile.
 */
@Command(
    name = "reconnect",
    description = {
      "Sends the queues of phones that were offline, by createCheckins as the page does, to the",
      "local host with its data on disk, while others check in live at a fixed rate. Afterwards",
      "the history checker looks at every scan."
    })
public final class ReconnectBench extends BenchCommand {
  private static final double MAX_P99_MILLIS = 300;

  /** A page decides by its copy after this time. */
  private static final double MAX_BUSY_P99_MILLIS = 1_500;

  @Option(names = "--phones", description = "How many phones were offline.")
  private int phones = 20;

  @Option(names = "--queued", description = "Scans in the queue of each.")
  private int queued = 400;

  @Option(names = "--rate", description = "Live scans a second.")
  private int rate = 10;

  @Option(names = "--warm-up", description = "Seconds of live scans before the phones come back.")
  private int warmUp = 20;

  @Option(names = "--seconds", description = "The most that draining may take.")
  private int seconds = 600;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of the data, emptied first (default: a new folder under target).")
  private Path data;

  @Mixin private HostOptions host;

  @Override
  public Report measure() throws Exception {
    Path folder = data == null ? BenchCommand.ROOT.resolve("tools/bench/target/reconnect") : data;
    DiskBench.empty(folder);
    int units = host.partitionUnits();
    Report report =
        new Report(
            "reconnect",
            "phones that come back with their queues"
                + (units == 0 ? "" : ", %d write units a second".formatted(units)),
            List.of(
                "drained s",
                "scans/s",
                "requests",
                "asked again",
                "live p50 ms",
                "live p99 ms",
                "live most ms",
                "live later"));
    try (ReconnectRun run =
        new ReconnectRun(phones, queued, rate, warmUp + seconds, folder, host)) {
      say("warming up");
      run.live(Duration.ofSeconds(warmUp));
      say(phones + " phones come back");
      ReconnectRun.Drained drained = run.comeBack(Duration.ofSeconds(seconds));
      Histogram live = drained.live();
      double p99 = live.getValueAtPercentile(99) / 1e6;
      report.row(
          "%d phones, %d scans each, %d/s live".formatted(phones, queued, rate),
          List.of(
              drained.seconds(),
              (double) phones * queued / drained.seconds(),
              drained.requests(),
              drained.again(),
              live.getValueAtPercentile(50) / 1e6,
              p99,
              live.getMaxValue() / 1e6,
              drained.later()));
      double limit = units == 0 ? MAX_P99_MILLIS : MAX_BUSY_P99_MILLIS;
      report.check("live scans: p99 under %.0f ms".formatted(limit), p99 < limit);
      report.check("every queue is empty", drained.left() == 0);
      say("checking the history");
      List<Violation> violations = run.violations();
      violations.stream().limit(20).forEach(violation -> say(violation.toString()));
      report.check("the history checker finds nothing wrong", violations.isEmpty());
    }
    return report;
  }
}
