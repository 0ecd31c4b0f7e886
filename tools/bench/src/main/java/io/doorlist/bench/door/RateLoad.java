package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import java.time.Duration;
import java.util.List;

/**
 * People who come at fixed rates, with the table in memory.
 *
 * @param lists numbers of check-in lists; each run starts afresh
 * @param rates check-ins a second, one after the other
 */
record RateLoad(List<Integer> lists, List<Integer> rates, Duration warmUp, Duration length) {
  /** The required load (issue 7). */
  private static final int TARGET = 250;

  Report measure(HostSpec host) throws Exception {
    Report report =
        new Report(
            "people let in through the local host"
                + (host.noStream ? ", the table without its stream" : ""),
            DoorFigures.COLUMNS);
    for (int each : lists) {
      String title = each == 1 ? "1 list, " : each + " lists, ";
      BenchCommand.say(title + tickets() + " tickets");
      try (DoorRun run = new DoorRun(each, tickets(), null, host)) {
        run.warmUp(rates.getFirst(), warmUp);
        for (int rate : rates) {
          BenchCommand.say(title + rate + "/s");
          DoorFigures figures = run.come(rate, length);
          report.row(title + rate + "/s", figures.row());
          report.check(title + rate + "/s: all answers are expected ones", figures.odd().isEmpty());
          if (rate == TARGET) {
            report.check(title + "250/s get in with p99 under 100 ms", figures.keptUp());
          }
        }
        run.checkHistory(report, title + "the history checker finds nothing wrong");
      }
    }
    return report;
  }

  private int tickets() {
    double checkins = (double) rates.getFirst() * warmUp.toSeconds();
    for (int rate : rates) {
      checkins += (double) rate * length.toSeconds();
    }
    return DoorTraffic.tickets(checkins);
  }
}
