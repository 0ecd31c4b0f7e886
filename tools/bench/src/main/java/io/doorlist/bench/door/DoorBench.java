package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Violation;
import java.time.Duration;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How many people the doors let in each second, and how long they wait. */
@Command(
    name = "door",
    description = {
      "Lets people in through the local host, over DynamoDB Local, at fixed rates whether or not it",
      "keeps up: checkInTicket and checkInOrder, repeats and wrong codes, listCheckins and",
      "listTicketsOfList (DoorTraffic has the shares). Afterwards the history checker looks at",
      "every request and answer."
    })
public final class DoorBench extends BenchCommand {
  /** The required load (issue 7). */
  private static final int TARGET = 250;

  private static final double STEP = 1.25;

  @Option(
      names = "--lists",
      split = ",",
      description = "Numbers of check-in lists; each run starts afresh.")
  private List<Integer> lists = List.of(1, 10);

  @Option(names = "--rates", split = ",", description = "Check-ins a second.")
  private List<Integer> rates = List.of(50, 100, 250);

  @Option(names = "--seconds", description = "How long at each rate.")
  private int seconds = 60;

  @Option(
      names = "--warm-up",
      description = {
        "Seconds before anything counts, at an eighth of the first rate, a quarter, a half and all",
        "of it."
      })
  private int warmUp = 30;

  @Option(
      names = "--knee-seconds",
      description = {
        "How long at each further rate, a quarter higher each time, until p99 is 100 ms or less",
        "than 98 %% get in; 0 for none."
      })
  private int kneeSeconds = 20;

  @Option(names = "--most", description = "The highest rate in the search for the knee.")
  private int most = 800;

  @Mixin private HostOptions host;

  @Override
  public Report measure() throws Exception {
    Report report =
        new Report(
            "door",
            "people let in through the local host"
                + (host.stream() ? "" : ", the table without its stream"),
            DoorFigures.COLUMNS);
    for (int each : lists) {
      String title = each == 1 ? "1 list, " : each + " lists, ";
      say(title + tickets() + " tickets");
      try (DoorRun run = new DoorRun(each, tickets(), null, host)) {
        run.warmUp(rates.getFirst(), Duration.ofSeconds(warmUp));
        measure(run, title, report);
        say("checking the history");
        List<Violation> violations = run.violations();
        violations.stream().limit(20).forEach(violation -> say(violation.toString()));
        report.check(title + "the history checker finds nothing wrong", violations.isEmpty());
      }
    }
    return report;
  }

  private void measure(DoorRun run, String title, Report report) {
    boolean up = true;
    for (int rate : rates) {
      DoorFigures figures = come(run, title, rate, seconds, report);
      up = figures.keptUp();
      if (rate == TARGET) {
        report.check(title + "250/s get in with p99 under 100 ms", up);
      }
    }
    int rate = next(rates.getLast());
    while (up && kneeSeconds > 0 && rate <= most) {
      up = come(run, title, rate, kneeSeconds, report).keptUp();
      rate = next(rate);
    }
  }

  private static DoorFigures come(DoorRun run, String title, int rate, int seconds, Report report) {
    say(title + rate + "/s");
    DoorFigures figures = run.come(rate, Duration.ofSeconds(seconds));
    report.row(title + rate + "/s", figures.row());
    report.check(title + rate + "/s: all answers are expected ones", figures.odd().isEmpty());
    return figures;
  }

  private static int next(int rate) {
    return (int) (rate * STEP);
  }

  /** Returns how many tickets are needed. */
  private int tickets() {
    double checkins = (double) rates.getFirst() * warmUp;
    for (int rate : rates) {
      checkins += (double) rate * seconds;
    }
    for (int rate = next(rates.getLast()); kneeSeconds > 0 && rate <= most; rate = next(rate)) {
      checkins += (double) rate * kneeSeconds;
    }
    return DoorTraffic.tickets(checkins);
  }
}
