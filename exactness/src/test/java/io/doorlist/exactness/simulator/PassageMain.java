package io.doorlist.exactness.simulator;

import io.doorlist.exactness.simulator.PassageSimulation.Report;
import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.List;
import java.util.stream.LongStream;

/** Runs seeds of comings and goings from the command line. */
public final class PassageMain {
  private PassageMain() {}

  /** Runs {@code SEEDS [FIRST]}. */
  public static void main(String[] arguments) {
    long seeds = Long.parseLong(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
    List<Report> reports =
        LongStream.range(first, first + seeds)
            .parallel()
            .mapToObj(seed -> PassageSimulation.run(seed, Flaw.NONE))
            .toList();
    List<Report> broken = reports.stream().filter(each -> !each.violations().isEmpty()).toList();
    broken.forEach(each -> System.err.println("seed " + each.seed() + ": " + each.violations()));
    System.out.printf(
        "%d seeds, %d passages, %d of them late, %d seeds with violations%n",
        seeds,
        reports.stream().mapToLong(Report::passages).sum(),
        reports.stream().mapToLong(Report::late).sum(),
        broken.size());
    System.exit(broken.isEmpty() ? 0 : 1);
  }
}
