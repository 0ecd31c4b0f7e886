package io.doorlist.exactness.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.CopySimulation.Report;
import io.doorlist.exactness.simulator.evening.Flaw;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A copy updated by deltas equals a fresh one; equal versions mean equal copies and pulses. */
class CopySimulatorTest {
  private static final int SEEDS = Integer.getInteger("exactness.seeds", 1000);

  @Test
  void everySeed_keepsCopiesTrue() {
    List<Report> reports =
        LongStream.range(0, SEEDS)
            .parallel()
            .mapToObj(seed -> CopySimulation.run(seed, Flaw.NONE))
            .toList();

    List<String> failures = new ArrayList<>();
    for (Report report : reports) {
      report.violations().forEach(each -> failures.add("seed " + report.seed() + ": " + each));
    }
    assertEquals(List.of(), failures);
    assertMore(SEEDS, reports, each -> each.register().compared());
    assertMore(SEEDS, reports, each -> each.register().parts());
    assertMore(SEEDS / 10, reports, Report::unchanged);
    assertMore(SEEDS / 2, reports, each -> each.register().comparedPulses());
    assertMore(SEEDS / 4, reports, each -> each.register().unchangedPulses());
  }

  private static void assertMore(int than, List<Report> reports, ToLongFunction<Report> figure) {
    assertTrue(reports.stream().mapToLong(figure).sum() > than);
  }
}
