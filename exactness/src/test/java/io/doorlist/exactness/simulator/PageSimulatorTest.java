package io.doorlist.exactness.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.history.Rule;
import io.doorlist.exactness.simulator.PageSimulation.Report;
import io.doorlist.exactness.simulator.actor.PageFlaw;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** What the scanner page told is on record in the end, while everything goes wrong. */
class PageSimulatorTest {
  private static final int SEEDS = Integer.getInteger("exactness.seeds", 1000);
  private static final int MAX_SEEDS = 4000;

  /** One that catches what few catch. */
  private static final int FIRST = 99;

  @Test
  void everySeed_endsInWhatWasTold() {
    List<Report> reports =
        LongStream.range(0, SEEDS)
            .parallel()
            .mapToObj(seed -> PageSimulation.run(seed, PageFlaw.NONE))
            .toList();

    List<String> failures = new ArrayList<>();
    for (Report report : reports) {
      report.violations().forEach(each -> failures.add("seed " + report.seed() + ": " + each));
    }
    assertEquals(List.of(), failures);
    assertTrue(reports.stream().mapToLong(Report::in).sum() > SEEDS);
    assertTrue(reports.stream().mapToLong(Report::notices).sum() > SEEDS / 4);
    assertTrue(reports.stream().mapToLong(Report::undone).sum() > SEEDS / 4);
  }

  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "NONE")
  void flawOfThePage_isCaught(PageFlaw flaw) {
    assertTrue(
        LongStream.range(FIRST, FIRST + MAX_SEEDS)
            .anyMatch(
                seed ->
                    PageSimulation.run(seed, flaw).violations().stream()
                        .anyMatch(each -> each.rule() == Rule.TOLD_TRUE)),
        () -> flaw + " is not caught by " + MAX_SEEDS + " seeds");
  }
}
