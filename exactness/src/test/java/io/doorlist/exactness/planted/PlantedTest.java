package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertFalse;

import io.doorlist.exactness.history.Violation;
import io.doorlist.exactness.simulator.Simulation;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** The tests can fail: a fault in the stores is found within few seeds. */
@Tag("long")
class PlantedTest {
  private static final int MAX_SEEDS = 400;

  @ParameterizedTest
  @EnumSource(Planted.class)
  void fault_isCaught(Planted fault) {
    long seed = 0;
    List<Violation> violations = Simulation.run(seed, fault.flaw()).violations();
    while (violations.isEmpty() && seed < MAX_SEEDS) {
      violations = Simulation.run(++seed, fault.flaw()).violations();
    }

    System.out.printf(
        "%s: caught by seed %d, %s%n",
        fault, seed, violations.stream().map(Violation::rule).distinct().toList());
    assertFalse(violations.isEmpty(), () -> fault + " is not caught by " + MAX_SEEDS + " seeds");
  }
}
