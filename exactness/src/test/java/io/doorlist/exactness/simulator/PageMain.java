package io.doorlist.exactness.simulator;

import io.doorlist.exactness.simulator.PageSimulation.Report;
import io.doorlist.exactness.simulator.actor.PageFlaw;
import java.util.List;
import java.util.stream.LongStream;

/** Runs seeds of evenings with the scanner page from the command line, or shows one. */
public final class PageMain {
  private PageMain() {}

  /** Runs {@code SEEDS [FIRST [FLAW]]}, or shows {@code trace SEED}. */
  public static void main(String[] arguments) {
    if (arguments[0].equals("trace")) {
      Report report = PageSimulation.trace(Long.parseLong(arguments[1]));
      report.lines().forEach(System.out::println);
      report.violations().forEach(System.out::println);
      return;
    }
    long seeds = Long.parseLong(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
    PageFlaw flaw = arguments.length > 2 ? PageFlaw.valueOf(arguments[2]) : PageFlaw.NONE;
    List<Report> reports =
        LongStream.range(first, first + seeds)
            .parallel()
            .mapToObj(seed -> PageSimulation.run(seed, flaw))
            .peek(report -> report.violations().forEach(each -> tell(report.seed(), each)))
            .toList();
    long broken = reports.stream().filter(report -> !report.violations().isEmpty()).count();
    System.out.printf(
        "%d seeds, %d scans, %d people in, %d notices, %d undone by pages, %d seeds with violations%n",
        seeds,
        reports.stream().mapToLong(Report::told).sum(),
        reports.stream().mapToLong(Report::in).sum(),
        reports.stream().mapToLong(Report::notices).sum(),
        reports.stream().mapToLong(Report::undone).sum(),
        broken);
    System.exit(broken == 0 ? 0 : 1);
  }

  private static void tell(long seed, Object violation) {
    System.err.println("seed " + seed + ": " + violation);
  }
}
