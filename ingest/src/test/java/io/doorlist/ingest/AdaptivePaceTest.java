package io.doorlist.ingest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.store.table.Pace;
import io.doorlist.store.table.Time;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.Random;
import org.junit.jupiter.api.Test;

class AdaptivePaceTest {
  private static final Instant START = Instant.parse("2026-06-01T18:00:00Z");

  private final SteppingClock clock = new SteppingClock();
  private int told;
  private final Pace pace =
      new AdaptivePace(new Time(clock, new Random(0), clock::advance), () -> told++);

  private static final class SteppingClock extends Clock {
    private Instant now = START;

    void advance(Duration length) {
      now = now.plus(length);
    }

    @Override
    public ZoneId getZone() {
      return ZoneOffset.UTC;
    }

    @Override
    public Clock withZone(ZoneId zone) {
      return this;
    }

    @Override
    public Instant instant() {
      return now;
    }
  }

  /** What a table took and refused. */
  private record Taken(int passed, int throttled) {}

  /**
   * Asks as fast as the pace allows, a millisecond each, of a table that takes so many requests a
   * second.
   */
  private Taken ask(double limit, Duration length) {
    Instant end = clock.now.plus(length);
    Instant refilled = clock.now;
    double room = 1;
    int passed = 0;
    int throttled = 0;
    while (clock.now.isBefore(end)) {
      pace.turn();
      clock.advance(Duration.ofMillis(1));
      double since = Duration.between(refilled, clock.now).toNanos() / 1e9;
      room = Math.min(limit / 10, room + since * limit);
      refilled = clock.now;
      if (room >= 1) {
        room--;
        passed++;
        pace.passed();
      } else {
        throttled++;
        pace.throttled();
      }
    }
    return new Taken(passed, throttled);
  }

  @Test
  void turn_isFree_asLongAsNothingIsThrottled() {
    Taken taken = ask(5000, Duration.ofSeconds(2));

    assertEquals(new Taken(2000, 0), taken);
    assertEquals(START.plusSeconds(2), clock.now);
  }

  @Test
  void turn_keepsToWhatTheTableTakes_andIsFreeAgainLater() {
    Taken taken = ask(100, Duration.ofSeconds(30));

    assertTrue(taken.passed() > 2200, taken.toString());
    assertTrue(taken.throttled() < taken.passed() / 10, taken.toString());
    assertEquals(taken.throttled(), told);

    ask(5000, Duration.ofSeconds(20));
    assertEquals(new Taken(1000, 0), ask(5000, Duration.ofSeconds(1)));
  }
}
