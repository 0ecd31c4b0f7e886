package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.CopySimulation;
import io.doorlist.exactness.simulator.evening.Flaw;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A fault in the data of copies, or of the pulse, is found within few seeds. */
@Tag("long")
class CopyFaultsTest {
  private static final int MAX_SEEDS = 400;

  @ParameterizedTest
  @EnumSource
  void fault_isCaught(CopyFaults fault) {
    boolean caught = false;
    for (long seed = 0; seed < MAX_SEEDS && !caught; seed++) {
      caught =
          CopySimulation.run(seed, Flaw.ofTable(fault::on)).violations().stream()
              .anyMatch(violation -> violation.rule() == fault.rule());
    }

    assertTrue(caught, () -> fault + " is not caught by " + MAX_SEEDS + " seeds");
  }
}
