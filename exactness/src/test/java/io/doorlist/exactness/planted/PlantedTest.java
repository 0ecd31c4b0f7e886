package io.doorlist.exactness.planted;

import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.exactness.simulator.SeedReport;
import org.junit.jupiter.api.Test;

/**
 * The hunts can fail; {@code exactness/run planted} has storms too, and as many seeds as it needs.
 */
class PlantedTest {
  private static final long SEED = 1;

  /** What one evening catches by itself, of 80 faults. */
  private static final int MANY = 25;

  @Test
  void plantedFaults_areCaughtByOneSeed() {
    SeedReport report = new PlantedHunt().withoutStorms().run(SEED);

    assertTrue(report.lines().size() >= MANY, () -> String.join("\n", report.lines()));
  }
}
