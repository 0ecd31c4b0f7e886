package io.doorlist.exactness.simulator;

import io.doorlist.exactness.simulator.Simulation.Report;
import java.time.Duration;

/** Runs seeds from the command line, or shows the events of one. */
public final class SimulatorMain {
  private SimulatorMain() {}

  /**
   * Runs {@code SEEDS [FIRST [MINUTES]]}, as many as the time allows, or shows {@code trace SEED}.
   */
  public static void main(String[] arguments) throws Exception {
    if (arguments.length == 2 && arguments[0].equals("trace")) {
      Report report = Simulation.trace(Long.parseLong(arguments[1]));
      report.lines().forEach(System.out::println);
      report.violations().forEach(System.out::println);
      return;
    }
    int seeds = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 1000;
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
    long minutes = arguments.length > 2 ? Long.parseLong(arguments[2]) : 1440;
    Campaign campaign =
        Campaign.run(
            first,
            seeds,
            Duration.ofMinutes(minutes),
            report -> System.err.println(report.seed() + ": " + report.violations().getFirst()));
    System.out.println(campaign.text());
    System.exit(campaign.failures().isEmpty() ? 0 : 1);
  }
}
