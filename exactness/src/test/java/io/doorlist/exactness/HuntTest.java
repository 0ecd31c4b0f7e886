package io.doorlist.exactness;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.exactness.simulator.SeedReport;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A few seeds of each hunt break no rule, while everything that can go wrong does. */
class HuntTest {
  @ParameterizedTest
  @CsvSource({"SIMULATOR, 30", "COMINGS, 30", "COPIES, 30", "DESKS, 30"})
  void seeds_breakNoRule_whileEveryFaultHappens(Hunt hunt, long seeds) {
    Campaign campaign = Campaign.run(hunt, 0, seeds);

    assertEquals(List.of(), campaign.broken());
    assertEquals(List.of(), campaign.never());
  }

  @ParameterizedTest
  @CsvSource({"SIMULATOR, 5020", "COMINGS, 7", "COPIES, 7", "DESKS, 7"})
  void seed_givesTheSameRunAgain(Hunt hunt, long seed) {
    SeedReport first = hunt.trace(seed);

    assertFalse(first.lines().isEmpty());
    assertEquals(first, hunt.trace(seed));
  }
}
