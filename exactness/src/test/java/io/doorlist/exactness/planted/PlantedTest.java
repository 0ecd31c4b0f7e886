package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.stream.LongStream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The hunts can fail: a fault in the stores or the functions is found within few seeds. */
class PlantedTest {
  private static final int MAX_SEEDS = 400;

  static List<Fault> faults() {
    return Fault.all();
  }

  @ParameterizedTest
  @MethodSource("faults")
  void fault_isCaught(Fault fault) {
    assertTrue(
        LongStream.range(0, MAX_SEEDS).anyMatch(seed -> !fault.caught(seed).isEmpty()),
        () -> fault + " is not caught by " + MAX_SEEDS + " seeds");
  }
}
