package io.doorlist.exactness.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Comings and goings while everything goes wrong: nothing is lost, and counts are a walk. */
class PassageSimulatorTest {
  private static final int SEEDS = Integer.getInteger("exactness.seeds", 1000);

  @Test
  void everySeed_keepsComingsAndGoings() {
    List<PassageSimulation.Report> reports =
        LongStream.range(0, SEEDS)
            .parallel()
            .mapToObj(seed -> PassageSimulation.run(seed, Flaw.NONE))
            .toList();

    List<String> failures = new ArrayList<>();
    for (PassageSimulation.Report report : reports) {
      report.violations().forEach(each -> failures.add("seed " + report.seed() + ": " + each));
    }
    assertEquals(List.of(), failures);
    assertTrue(reports.stream().mapToLong(PassageSimulation.Report::passages).sum() > 5L * SEEDS);
    assertTrue(reports.stream().mapToLong(PassageSimulation.Report::late).sum() > SEEDS);
  }
}
