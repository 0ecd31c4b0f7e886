package io.doorlist.exactness.simulator.check;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.exactness.simulator.check.PassageCheck.Told;
import java.time.Duration;
import java.time.Instant;
import java.util.Set;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Which door times of a scan the judge of {@code comings} accepts. */
class PassageCheckTest {
  private static final Instant SCANNED = Instant.parse("2026-06-01T18:00:00Z");
  private static final Duration TOOK = Duration.ofSeconds(4);

  /** Only a phone's very own time excuses more than clocks of servers and the request's way. */
  @ParameterizedTest
  @CsvSource({
    "  0, -20, true", "  0, -21, false", "  0, 24, true", "  0, 25, false",
    "-25, -25, true", "-25, -24, false", "-25, 24, true", "-25, 40, false",
    "-49, -49, true", "-50, -50, false", " 28,  28, true", " 29,  29, false",
  })
  void doorTime_isTheScansWithinALimit_orThatOfAClockThatSeemsRight(
      long secondsAhead, long shownAfter, boolean accepted) {
    Duration ahead = Duration.ofSeconds(secondsAhead);
    Instant own = Told.uncorrected(SCANNED.plus(ahead), ahead, TOOK);

    assertEquals(accepted, told(own, false).isAt(SCANNED.plusSeconds(shownAfter), Set.of()));
  }

  private static Told told(Instant own, boolean left) {
    IdempotencyKey key = new IdempotencyKey("a", "b", true);
    return new Told(1, 1, "phone", null, SCANNED, TOOK, own, left, key);
  }

  /** A passage between two parts of a group's exit may be of a request that began long before. */
  @ParameterizedTest
  @CsvSource({
    "true, -27001, true",
    "true, -27000, false",
    "true, -27002, false",
    "true, 27001, false",
    "false, -27001, false"
  })
  void groupThatLeft_mayLeaveJustBeforeAnotherPassageOfTheTicket(
      boolean left, long shownAfter, boolean accepted) {
    Set<Instant> passages = Set.of(SCANNED.minusMillis(27_000), SCANNED.plusMillis(27_002));

    assertEquals(accepted, told(null, left).isAt(SCANNED.plusMillis(shownAfter), passages));
  }

  @ParameterizedTest
  @CsvSource({"-3600", "3600"})
  void clockThatIsFarOff_neverCounts(long secondsAhead) {
    assertNull(Told.uncorrected(SCANNED, Duration.ofSeconds(secondsAhead), TOOK));
  }
}
