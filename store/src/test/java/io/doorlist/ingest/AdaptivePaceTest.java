package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.table.Pace;
import io.doorlist.table.Time;
import io.doorlist.testing.MovableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdaptivePaceTest {
  private static final Instant START = Instant.parse("2026-06-01T18:00:00Z");

  private final MovableClock clock = new MovableClock(START);
  private int told;
  private final Pace pace =
      new AdaptivePace(new Time(clock, new Random(0), clock::pass), () -> told++);

  /** How many requests a table served and throttled. */
  private record Passed(int passed, int throttled) {}

  /**
   * Sends requests of a millisecond each, as fast as the pace allows, to a table with this limit
   * per second.
   */
  private Passed ask(double limit, Duration length) {
    Instant end = clock.instant().plus(length);
    Instant refilled = clock.instant();
    double room = 1;
    int passed = 0;
    int throttled = 0;
    while (clock.instant().isBefore(end)) {
      pace.turn();
      clock.pass(Duration.ofMillis(1));
      double since = Duration.between(refilled, clock.instant()).toNanos() / 1e9;
      room = Math.min(limit / 10, room + since * limit);
      refilled = clock.instant();
      if (room >= 1) {
        room--;
        passed++;
        pace.passed();
      } else {
        throttled++;
        pace.throttled();
      }
    }
    return new Passed(passed, throttled);
  }

  @Test
  void turn_keepsToWhatTheTableTakes_andIsFreeOtherwise() {
    assertEquals(new Passed(2000, 0), ask(5000, Duration.ofSeconds(2)));
    assertEquals(START.plusSeconds(2), clock.instant());

    Passed taken = ask(100, Duration.ofSeconds(30));

    assertTrue(taken.passed() > 2200, taken.toString());
    assertTrue(taken.throttled() < taken.passed() / 10, taken.toString());
    assertEquals(taken.throttled(), told);

    ask(5000, Duration.ofSeconds(20));
    assertEquals(new Passed(1000, 0), ask(5000, Duration.ofSeconds(1)));
  }
}
