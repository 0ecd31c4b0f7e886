package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.HdrHistogram.Histogram;

/**
 * How soon phones that were offline are rid of their queues, and how long a door waits meanwhile.
 *
 * @param queued scans of each phone
 * @param rate live scans a second
 * @param warmUp of live scans before the phones come back
 * @param longest the most that draining may take
 */
record QueueLoad(int queued, int rate, Duration warmUp, Duration longest) {
  private static final int PHONES = 20;

  private static final double MAX_P99_MILLIS = 300;

  Report measure(Path data, HostSpec host) throws Exception {
    Report report =
        new Report(
            "phones that come back with their queues",
            List.of("drained s", "scans/s", "live p50 ms", "live p99 ms", "live most ms"));
    int seconds = (int) warmUp.plus(longest).toSeconds();
    try (ReconnectRun run = new ReconnectRun(PHONES, queued, rate, seconds, data, host)) {
      BenchCommand.say("warming up");
      run.live(warmUp);
      BenchCommand.say(PHONES + " phones come back");
      ReconnectRun.Drained drained = run.comeBack(longest);
      Histogram live = drained.live();
      double p99 = live.getValueAtPercentile(99) / 1e6;
      report.row(
          "%d phones, %d scans each, %d/s live".formatted(PHONES, queued, rate),
          List.of(
              drained.seconds(),
              (double) PHONES * queued / drained.seconds(),
              live.getValueAtPercentile(50) / 1e6,
              p99,
              live.getMaxValue() / 1e6));
      report.check("live scans: p99 under 300 ms", p99 < MAX_P99_MILLIS);
      report.check("every queue is empty", drained.left() == 0);
      run.checkHistory(report);
    }
    return report;
  }
}
