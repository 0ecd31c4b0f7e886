package io.doorlist.bench.door;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Report;
import io.doorlist.exactness.history.Violation;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** How long the queues of phones that were offline take, and how long others wait meanwhile. */
@Command(
    name = "drain",
    description = {
      "Phones that were offline for an hour come back at once and send their scans to one list of",
      "the local host by createCheckins, while others scan by the clock. Afterwards the history",
      "checker looks at every scan and its answer, and walks the list."
    })
public final class DrainBench extends BenchCommand {
  private static final Duration LONGEST = Duration.ofMinutes(10);

  @Option(names = "--phones", description = "Phones that come back.")
  private int phones = 20;

  @Option(names = "--scans", description = "Scans that each has queued.")
  private int scans = 800;

  @Option(names = "--rate", description = "Check-ins a second of the others.")
  private int rate = 20;

  @Option(names = "--warm-up", description = "Seconds before anything counts.")
  private int warmUp = 30;

  @Mixin private HostOptions host;

  @Override
  public Report measure() throws Exception {
    List<String> columns =
        new ArrayList<>(List.of("queued", "drained s", "scans/s", "put off", "live refused"));
    columns.addAll(DoorFigures.COLUMNS);
    Report report =
        new Report("drain", "queues after an hour offline, and who scans live", columns);
    QueuedPhones.Plan plan = new QueuedPhones.Plan(phones, scans);
    int tickets =
        plan.tickets() + DoorTraffic.tickets((double) rate * (warmUp + LONGEST.toSeconds()));
    try (DoorRun run = new DoorRun(1, tickets, null, host)) {
      say("warming up");
      run.warmUp(rate, Duration.ofSeconds(warmUp));
      say("%d phones, %d scans each".formatted(phones, scans));
      DoorRun.Drain drain = run.drain(plan, rate, LONGEST);
      QueuedPhones queues = drain.queues();
      double seconds = queues.tookMillis() / 1e3;
      List<Number> row = new ArrayList<>();
      row.add((long) phones * scans);
      row.add(seconds);
      row.add(queues.in() / seconds);
      row.add(queues.putOff());
      row.add(drain.refused());
      row.addAll(drain.live().row());
      String units = host.partitionUnits() == 0 ? "no" : host.partitionUnits() + " units a second";
      report.row(units + " limit", row);
      report.check(
          "every queued scan is in", queues.in() == (long) phones * scans && queues.odd() == 0);
      report.check("who is refused is told when to come again", drain.refusedWithoutTime() == 0);
      say("checking the history");
      List<Violation> violations = run.violations();
      violations.stream().limit(20).forEach(violation -> say(violation.toString()));
      report.check("the history checker finds nothing wrong", violations.isEmpty());
    }
    return report;
  }
}
