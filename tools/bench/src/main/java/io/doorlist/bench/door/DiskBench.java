package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Violation;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Comparator;
import java.util.List;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many people the doors let in when everything must be on the disk first. */
@Command(
    name = "disk",
    description = {
      "Lets people in through the local host with its data on disk, as ./doorlist up --data does:",
      "by the clock, then on a few connections as quickly as they are answered. Then the host is",
      "killed under load and started again, and the history checker looks for every check-in that",
      "anybody was told of."
    })
public final class DiskBench extends BenchCommand {
  /** Ten times the rate of pretix with PostgreSQL on such a machine and on as many connections. */
  private static final double TARGET = 365;

  private static final double MAX_P99_MILLIS = 100;

  /** After this time under load the host is killed. */
  private static final Duration KILL = Duration.ofSeconds(3);

  private static final int MAX_CHECKINS = 500;

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "The folder of the data, emptied first (default: a new folder under target).")
  private Path data;

  @Option(names = "--rate", description = "Check-ins a second by the clock.")
  private int rate = 100;

  @Option(
      names = "--connections",
      description = "Connections that send check-ins as quickly as they are answered.")
  private int connections = 8;

  @Option(names = "--seconds", description = "How long each of the two loads lasts.")
  private int seconds = 60;

  @Option(names = "--warm-up", description = "Seconds before anything counts.")
  private int warmUp = 60;

  @Mixin private HostOptions host;

  @Override
  public Report measure() throws Exception {
    Path folder = data == null ? BenchCommand.ROOT.resolve("tools/bench/target/disk") : data;
    empty(folder);
    Report report = new Report("disk", "people let in, with the data on disk", DoorFigures.COLUMNS);
    try (DoorRun run = new DoorRun(1, tickets(), folder, host)) {
      say("warming up");
      run.warmUp(rate, Duration.ofSeconds(warmUp));
      say(rate + "/s");
      DoorFigures clock = run.come(rate, Duration.ofSeconds(seconds));
      report.row(rate + "/s", clock.row());
      report.check(rate + "/s: p99 under 100 ms", clock.p99Millis() < MAX_P99_MILLIS);
      say(connections + " connections");
      DoorFigures crowd = run.crowd(connections, Duration.ofSeconds(seconds));
      report.row(connections + " connections", crowd.row());
      report.check(
          connections + " connections: %.0f/s or more get in".formatted(TARGET),
          crowd.in() >= TARGET);
      report.check("all answers are expected ones", clock.odd().isEmpty() && crowd.odd().isEmpty());
      say("killing the host");
      run.killAndStart(connections, KILL);
      say("checking the history");
      List<Violation> violations = run.violations();
      violations.stream().limit(20).forEach(violation -> say(violation.toString()));
      report.check("the history checker finds nothing wrong after a kill", violations.isEmpty());
    }
    return report;
  }

  private int tickets() {
    return DoorTraffic.tickets(
        (double) rate * (warmUp + seconds) + (double) MAX_CHECKINS * (seconds + KILL.toSeconds()));
  }

  static void empty(Path folder) throws IOException {
    if (Files.exists(folder)) {
      try (Stream<Path> files = Files.walk(folder)) {
        for (Path each : files.sorted(Comparator.reverseOrder()).toList()) {
          Files.delete(each);
        }
      }
    }
  }
}
