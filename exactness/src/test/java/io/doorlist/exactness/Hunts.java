package io.doorlist.exactness;

import io.doorlist.exactness.simulator.SeedReport;
import java.util.Arrays;
import java.util.Optional;
import java.util.stream.Collectors;

/** Hunts from the command line, for {@code exactness/run}. */
public final class Hunts {
  private static final int USAGE = 2;

  private Hunts() {}

  /** Runs {@code HUNT [SEEDS [FIRST]]}, or shows {@code HUNT trace SEED}. */
  public static void main(String[] arguments) {
    Optional<Hunt> hunt = arguments.length == 0 ? Optional.empty() : Hunt.named(arguments[0]);
    if (arguments.length == 1 && arguments[0].equals("--help")) {
      System.out.print(usage());
    } else if (hunt.isEmpty() || arguments.length > 3) {
      System.err.print(usage());
      System.exit(USAGE);
    } else if (arguments.length == 3 && arguments[1].equals("trace")) {
      trace(hunt.get().trace(Long.parseLong(arguments[2])));
    } else {
      long seeds = arguments.length > 1 ? Long.parseLong(arguments[1]) : hunt.get().seeds();
      System.exit(hunt(hunt.get(), seeds, arguments.length > 2 ? Long.parseLong(arguments[2]) : 0));
    }
  }

  private static String usage() {
    return Arrays.stream(Hunt.values())
        .map(hunt -> "  %-10s %s (%d)%n".formatted(hunt, hunt.what(), hunt.seeds()))
        .collect(
            Collectors.joining(
                "",
                """
                usage: exactness/run HUNT [SEEDS [FIRST]]   exit status 1 if a seed breaks a rule
                       exactness/run HUNT trace SEED        what happens in one seed

                hunts, and how many seeds they run:
                """,
                ""));
  }

  private static void trace(SeedReport report) {
    report.lines().forEach(System.out::println);
    report.violations().forEach(System.out::println);
  }

  /**
   * Returns the exit status: 1 if a seed breaks a rule, or if as many as usual make something that
   * is counted never happen.
   */
  private static int hunt(Hunt hunt, long seeds, long first) {
    long begun = System.nanoTime();
    Campaign campaign = Campaign.run(hunt, first, seeds);
    campaign.counts().forEach((what, times) -> System.out.printf("%10d  %s%n", times, what));
    campaign.broken().forEach(System.out::println);
    System.out.printf(
        "%d seeds in %d s, %d violations%n",
        seeds, (System.nanoTime() - begun) / 1_000_000_000, campaign.broken().size());
    boolean enough = seeds < hunt.seeds() || campaign.never().isEmpty();
    return campaign.broken().isEmpty() && enough ? 0 : 1;
  }
}
