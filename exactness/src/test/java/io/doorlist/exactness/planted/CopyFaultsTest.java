package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.history.Rule;
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
  @EnumSource(CopyFaults.class)
  void faultOfCopies_isCaught(CopyFaults fault) {
    assertCaught(Flaw.ofTable(fault::on), Rule.DOOR_COPY);
  }

  @ParameterizedTest
  @EnumSource(PulseFaults.class)
  void faultOfThePulse_isCaught(PulseFaults fault) {
    assertCaught(Flaw.ofTable(fault::on), Rule.PULSE);
  }

  private static void assertCaught(Flaw fault, Rule rule) {
    boolean caught = false;
    for (long seed = 0; seed < MAX_SEEDS && !caught; seed++) {
      caught =
          CopySimulation.run(seed, fault).violations().stream()
              .anyMatch(violation -> violation.rule() == rule);
    }

    assertTrue(caught, () -> "it is not caught by " + MAX_SEEDS + " seeds");
  }
}
