package io.doorlist.ingest;

import io.doorlist.table.Pace;
import io.doorlist.table.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * Adapts a bulk writer to the table's capacity, which nobody can know beforehand. Requests follow
 * each other at once until the table throttles. From then on there is a pause between them. It
 * grows with each throttled request, and shrinks with each one that is served. Thread-safe.
 */
final class AdaptivePace implements Pace {
  private static final double FIRST_NANOS = 1e6;
  private static final double LONGEST_NANOS = 5e8;

  /** 10,000 requests a second are as good as no limit. */
  private static final double SHORTEST_NANOS = 1e5;

  private static final double SLOWER = 1.5;
  private static final double FASTER = 0.99;

  /**
   * Requests that are under way at the same time are throttled together, so they slow the writer
   * down only once.
   */
  private static final Duration TOGETHER = Duration.ofMillis(50);

  private final Time time;
  private final Runnable onThrottled;
  private double between;
  private Instant next;
  private Instant slowed = Instant.EPOCH;

  AdaptivePace(Time time, Runnable onThrottled) {
    this.time = time;
    this.onThrottled = onThrottled;
    this.next = time.clock().instant();
  }

  @Override
  public void turn() {
    Duration wait = untilTurn();
    if (wait.isPositive()) {
      time.pause().accept(wait);
    }
  }

  private synchronized Duration untilTurn() {
    Instant now = time.clock().instant();
    Instant turn = next.isAfter(now) ? next : now;
    next = turn.plusNanos((long) between);
    return Duration.between(now, turn);
  }

  @Override
  public synchronized void passed() {
    between = between < SHORTEST_NANOS ? 0 : between * FASTER;
  }

  @Override
  public void throttled() {
    slowDown();
    onThrottled.run();
  }

  @Override
  public Duration longestPause(int tries) {
    return Pace.usualPause(tries);
  }

  private synchronized void slowDown() {
    Instant now = time.clock().instant();
    if (slowed.plus(TOGETHER).isBefore(now)) {
      between = Math.min(LONGEST_NANOS, Math.max(FIRST_NANOS, between * SLOWER));
      slowed = now;
    }
  }
}
