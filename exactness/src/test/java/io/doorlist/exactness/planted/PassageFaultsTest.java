package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.PassageSimulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fault in comings and goings is found within few seeds, by the rule that it breaks. */
class PassageFaultsTest {
  private static final int MAX_SEEDS = 400;

  @ParameterizedTest
  @EnumSource(PassageFaults.class)
  void faultOfPassages_isCaught(PassageFaults fault) {
    boolean caught = false;
    for (long seed = 0; seed < MAX_SEEDS && !caught; seed++) {
      caught = PassageSimulation.run(seed, Flaw.ofTable(fault::on)).broke(fault.rule());
    }

    assertTrue(caught, () -> fault + " is not caught by " + MAX_SEEDS + " seeds");
  }
}
