package io.doorlist.exactness.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A copy updated by deltas equals a fresh one; equal versions mean equal copies and pulses. */
class CopySimulatorTest {
  private static final int SEEDS = Integer.getInteger("exactness.seeds", 1000);

  @Test
  void everySeed_keepsCopiesTrue() {
    List<CopySimulation.Report> reports =
        LongStream.range(0, SEEDS)
            .parallel()
            .mapToObj(seed -> CopySimulation.run(seed, Flaw.NONE))
            .toList();

    List<String> failures = new ArrayList<>();
    for (CopySimulation.Report report : reports) {
      report.violations().forEach(each -> failures.add("seed " + report.seed() + ": " + each));
    }
    assertEquals(List.of(), failures);
    assertTrue(reports.stream().mapToLong(CopySimulation.Report::compared).sum() > SEEDS);
    assertTrue(reports.stream().mapToLong(CopySimulation.Report::parts).sum() > SEEDS);
    assertTrue(reports.stream().mapToLong(CopySimulation.Report::unchanged).sum() > SEEDS / 10);
    assertTrue(reports.stream().mapToLong(CopySimulation.Report::comparedPulses).sum() > SEEDS / 2);
    assertTrue(
        reports.stream().mapToLong(CopySimulation.Report::unchangedPulses).sum() > SEEDS / 4);
  }
}
