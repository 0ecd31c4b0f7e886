package io.doorlist.exactness.simulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.Simulation.Report;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Whole evenings at the doors, with everything going wrong. */
class SimulatorTest {
  private static final int SEEDS = Integer.getInteger("exactness.seeds", 1000);
  private static final int LEAST_OF_EACH = 100;
  private static final int SEEDS_FOR_THAT = 1000;

  @Test
  void everySeed_keepsEveryRule_andEveryFaultHappens() throws Exception {
    Campaign campaign = Campaign.run(0, SEEDS, Duration.ofHours(2));

    System.out.print(campaign.text());
    assertEquals(List.of(), campaign.failures().stream().map(Report::seed).toList());
    if (SEEDS >= SEEDS_FOR_THAT) {
      assertTrue(campaign.unchangedPolls() >= LEAST_OF_EACH, campaign::text);
      campaign
          .faults()
          .forEach((kind, times) -> assertTrue(times >= LEAST_OF_EACH, () -> kind + ": " + times));
    }
  }

  @ParameterizedTest
  @ValueSource(longs = {7, 13, 77, 112, 5020})
  void oneSeed_isOneCourseOfEvents(long seed) {
    Report first = Simulation.trace(seed);
    Report second = Simulation.trace(seed);

    assertFalse(first.lines().isEmpty());
    assertEquals(first.lines(), second.lines());
    assertEquals(first.operations(), second.operations());
    assertEquals(first.faults(), second.faults());
  }
}
