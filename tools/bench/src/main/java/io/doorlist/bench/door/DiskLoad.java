package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import java.nio.file.Path;
import java.time.Duration;

/**
 * People who come when everything must be on the disk first: by the clock, then on a few
 * connections as quickly as they are answered. Then the host is killed under load.
 */
record DiskLoad(int rate, Duration warmUp, Duration length) {
  private static final int CONNECTIONS = 8;

  /** Ten times the rate of pretix with PostgreSQL on such a machine and on as many connections. */
  private static final double TARGET = 365;

  private static final double MAX_P99_MILLIS = 100;

  /** After this time under load the host is killed. */
  private static final Duration KILL = Duration.ofSeconds(3);

  private static final int MAX_CHECKINS = 500;

  Report measure(Path data, HostSpec host) throws Exception {
    Report report =
        new Report(
            "people let in, with the data on disk" + (host.lan ? ", by TLS" : ""),
            DoorFigures.COLUMNS);
    try (DoorRun run = new DoorRun(1, tickets(), data, host)) {
      BenchCommand.say("warming up");
      run.warmUp(rate, warmUp);
      BenchCommand.say(rate + "/s");
      DoorFigures clock = run.come(rate, length);
      report.row(rate + "/s", clock.row());
      report.check(rate + "/s: p99 under 100 ms", clock.p99Millis() < MAX_P99_MILLIS);
      BenchCommand.say(CONNECTIONS + " connections");
      DoorFigures crowd = run.crowd(CONNECTIONS, length);
      report.row(CONNECTIONS + " connections", crowd.row());
      report.check(
          CONNECTIONS + " connections: %.0f/s or more get in".formatted(TARGET),
          crowd.in() >= TARGET);
      report.check("all answers are expected ones", clock.odd().isEmpty() && crowd.odd().isEmpty());
      BenchCommand.say("killing the host");
      run.killAndStart(CONNECTIONS, KILL);
      run.checkHistory(report, "the history checker finds nothing wrong after a kill");
    }
    return report;
  }

  private int tickets() {
    return DoorTraffic.tickets(
        (double) rate * warmUp.plus(length).toSeconds()
            + (double) MAX_CHECKINS * length.plus(KILL).toSeconds());
  }
}
