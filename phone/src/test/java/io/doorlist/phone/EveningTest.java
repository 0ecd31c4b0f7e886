package io.doorlist.phone;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.door.Reentry;
import io.doorlist.phone.Evening.Harm;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The service ends with what the guests were told, whatever the network does and whenever apps die.
 * {@code ModelService} is the service, the network and the deaths are drawn from a seed.
 */
class EveningTest {
  private static final int SEEDS = Boolean.getBoolean("doorlist.long") ? 5_000 : 150;
  private static final int STEPS = 12;

  @ParameterizedTest
  @CsvSource({
    "1, NEVER, 0, 0, 0, 0, 0, 0",
    "1, NEVER, 20, 20, 5, 10, 0, 0",
    "1, NEVER, 20, 20, 5, 10, 5, 0",
    "2, NEVER, 30, 20, 10, 10, 5, 0",
    "1, AFTER_EXIT, 20, 20, 5, 30, 0, 0",
    "2, AFTER_EXIT, 30, 20, 10, 10, 5, 0",
    "2, NEVER, 20, 10, 5, 5, 0, 30",
    "2, NEVER, 90, 20, 5, 5, 5, 0"
  })
  void everyScanOfAnEvening_endsOnRecordAsGuestsWereTold(
      int phones,
      Reentry reentry,
      int lost,
      int repeated,
      int late,
      int busy,
      int deaths,
      int unwritten) {
    Harm harm = new Harm(lost, repeated, late, busy, deaths, unwritten);
    int passed = 0;
    for (int seed = 0; seed < SEEDS; seed++) {
      Evening evening = new Evening(seed, phones, reentry, harm);
      evening.play(STEPS);
      int failed = seed;
      assertEquals(
          List.of(), evening.wrong, () -> "seed " + failed + "\n" + String.join("\n", evening.log));
      passed += evening.passed;
    }
    int all = passed;
    assertTrue(all > SEEDS, () -> "only " + all + " came in");
  }
}
