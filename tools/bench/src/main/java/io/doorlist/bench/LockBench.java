package io.doorlist.bench;

import io.doorlist.bench.TableLock.Times;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.HdrHistogram.Histogram;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** What keeps the door's writes waiting on one machine. */
@Command(
    name = "lock",
    description = {
      "Lets people in through the local host as `door` does, on one list, and shows how long their",
      "writes wait for DynamoDB Local's lock of the table and how long they hold it, which only one",
      "can at a time: when it is held all of the time, no more people get in."
    })
final class LockBench extends BenchCommand {
  private static final List<String> COLUMNS =
      List.of(
          "a second",
          "waits p50 ms",
          "waits p99",
          "waits most",
          "holds p50 ms",
          "holds p99",
          "holds most",
          "held %");

  @Option(
      names = "--rate",
      paramLabel = "N",
      defaultValue = "250",
      description = "Check-ins a second (default: ${DEFAULT-VALUE}).")
  private int rate;

  @Option(
      names = "--seconds",
      paramLabel = "N",
      defaultValue = "60",
      description = "How long (default: ${DEFAULT-VALUE}).")
  private int seconds;

  @Option(
      names = "--warm-up",
      paramLabel = "N",
      defaultValue = "80",
      description = "Seconds before anything counts (default: ${DEFAULT-VALUE}).")
  private int warmUp;

  @Option(
      names = "--no-stream",
      negatable = true,
      description = "The table has no stream, so no webhook events are recorded.")
  private boolean noStream;

  @Override
  Report measure() throws Exception {
    Path file = Files.createTempFile("lock", ".jfr");
    try {
      DoorFigures door;
      Instant from;
      int tickets = DoorTraffic.tickets((double) rate * (seconds + warmUp));
      try (DoorRun run = new DoorRun(1, tickets, !noStream, TableLock.options(file))) {
        run.warmUp(rate, Duration.ofSeconds(warmUp));
        from = Instant.now();
        door = run.come(rate, Duration.ofSeconds(seconds));
      }
      return report(door, TableLock.read(file, from, from.plusSeconds(seconds)));
    } finally {
      Files.deleteIfExists(file);
    }
  }

  private Report report(DoorFigures door, Map<String, Times> writes) {
    Report report =
        new Report(
            "lock",
            "the lock of DynamoDB Local's table while %d check-ins a second come, with p99 %.0f ms"
                .formatted(rate, door.p99Millis()),
            COLUMNS);
    writes.forEach((request, times) -> report.row(request, row(times)));
    report.row("all", row(Times.sum(writes.values())));
    report.check("all answers are such as belong there", door.odd() == 0);
    return report;
  }

  private List<Number> row(Times times) {
    Histogram held = times.held();
    return List.of(
        (double) held.getTotalCount() / seconds,
        millis(times.waited(), 50),
        millis(times.waited(), 99),
        millis(times.waited(), 100),
        millis(held, 50),
        millis(held, 99),
        millis(held, 100),
        held.getMean() * held.getTotalCount() / Duration.ofSeconds(seconds).toNanos() * 100);
  }

  private static double millis(Histogram times, double percentile) {
    return times.getValueAtPercentile(percentile) / 1e6;
  }
}
