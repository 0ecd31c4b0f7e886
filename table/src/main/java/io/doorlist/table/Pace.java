package io.doorlist.table;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;

/**
 * How fast requests follow each other, and how soon a throttled request is tried again. A busy
 * table serves whichever request arrives while it has capacity, so a caller that tries more often
 * is served sooner. Thread-safe.
 */
public interface Pace {
  /** For requests that somebody waits for: they are tried again within 80 ms. */
  Pace FREE = tries -> usualPause(Math.min(tries, 3));

  /** For requests that have time: they are tried again within 640 ms. */
  Pace PATIENT = tries -> usualPause(Integer.MAX_VALUE);

  /** For requests that give way to others: they fail as soon as they are throttled. */
  Pace YIELDING =
      tries -> {
        throw new UnavailableException(null);
      };

  /** Waits until the next request may go. */
  default void turn() {}

  default void passed() {}

  default void throttled() {}

  /**
   * Returns the longest pause after a throttled attempt.
   *
   * @param tries how many attempts came before it
   */
  Duration longestPause(int tries);

  /** Returns 10 ms, doubled with each attempt, up to 640 ms. */
  static Duration usualPause(int tries) {
    return Duration.ofMillis(10L << Math.min(tries, 6));
  }
}
