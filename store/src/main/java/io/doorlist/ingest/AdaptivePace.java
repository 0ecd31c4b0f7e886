package io.doorlist.ingest;

import io.doorlist.store.table.Pace;
import io.doorlist.store.table.Time;
import java.time.Duration;
import java.time.Instant;

/**
 * Adapts a bulk writer to the table's capacity, which nobody can know beforehand: there is no limit
 * until the table throttles, then a rate a bit below the measured throughput, which rises again
 * step by step. Thread-safe.
 */
final class AdaptivePace implements Pace {
  private static final Duration WINDOW = Duration.ofMillis(500);
  private static final Duration MAX_WAIT = Duration.ofSeconds(1);
  private static final double SLOWER = 0.7;
  private static final double FASTER = 1.1;
  private static final double LOWEST_RATE = 2;

  private final Time time;
  private final Runnable onThrottled;
  private double rate = Double.POSITIVE_INFINITY;
  private Instant next;
  private Instant window;
  private int passed;
  private double before;
  private boolean slowed;

  /**
   * Creates a pace without a limit.
   *
   * @param onThrottled is notified of every request that the table throttled
   */
  AdaptivePace(Time time, Runnable onThrottled) {
    this.time = time;
    this.onThrottled = onThrottled;
    this.next = time.clock().instant();
    this.window = next;
  }

  @Override
  public void turn() {
    Duration wait = untilTurn();
    if (wait.isPositive()) {
      time.pause().accept(wait);
    }
  }

  private synchronized Duration untilTurn() {
    if (rate == Double.POSITIVE_INFINITY) {
      return Duration.ZERO;
    }
    Instant now = time.clock().instant();
    Instant turn = next.isAfter(now) ? next : now;
    next = turn.plusNanos((long) (1e9 / rate));
    Duration wait = Duration.between(now, turn);
    return wait.compareTo(MAX_WAIT) > 0 ? MAX_WAIT : wait;
  }

  @Override
  public synchronized void passed() {
    passed++;
    Duration length = Duration.between(window, time.clock().instant());
    if (length.compareTo(WINDOW) < 0) {
      return;
    }
    before = measured(length);
    if (!slowed) {
      // A limit of twice the demand is as good as none.
      rate = rate > 2 * before ? Double.POSITIVE_INFINITY : rate * FASTER;
    }
    begin();
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

  /** Slows down once per window: requests that were under way together are throttled together. */
  private synchronized void slowDown() {
    if (!slowed) {
      Duration length = Duration.between(window, time.clock().instant());
      // A window that has just begun says nothing yet.
      double through =
          length.multipliedBy(2).compareTo(WINDOW) < 0 && before > 0 ? before : measured(length);
      begin();
      rate = Math.max(LOWEST_RATE, SLOWER * Math.min(rate, through));
      slowed = true;
    }
  }

  private void begin() {
    window = time.clock().instant();
    passed = 0;
    slowed = false;
  }

  /** Returns how many requests per second the table served in the window. */
  private double measured(Duration length) {
    return passed / Math.max(length.toNanos() / 1e9, 0.05);
  }
}
