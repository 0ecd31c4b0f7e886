package io.doorlist.exactness.simulator;

import io.doorlist.exactness.simulator.PassageSimulation.Report;
import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.LongStream;

/** Runs seeds of comings and goings from the command line. */
public final class PassageMain {
  private PassageMain() {}

  /** Runs {@code SEEDS [FIRST]}. */
  public static void main(String[] arguments) {
    long seeds = Long.parseLong(arguments[0]);
    long first = arguments.length > 1 ? Long.parseLong(arguments[1]) : 0;
    AtomicLong passages = new AtomicLong();
    AtomicLong late = new AtomicLong();
    AtomicLong broken = new AtomicLong();
    LongStream.range(first, first + seeds)
        .parallel()
        .mapToObj(seed -> PassageSimulation.run(seed, Flaw.NONE))
        .forEach(report -> add(report, passages, late, broken));
    System.out.printf(
        "%d seeds, %d passages, %d of them late, %d seeds with violations%n",
        seeds, passages.get(), late.get(), broken.get());
    System.exit(broken.get() == 0 ? 0 : 1);
  }

  private static void add(Report report, AtomicLong passages, AtomicLong late, AtomicLong broken) {
    passages.addAndGet(report.passages());
    late.addAndGet(report.late());
    if (!report.violations().isEmpty()) {
      broken.incrementAndGet();
      System.err.println("seed " + report.seed() + ": " + report.violations());
    }
  }
}
