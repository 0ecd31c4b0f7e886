package io.doorlist.table;

import io.doorlist.domain.UnavailableException;
import java.time.Duration;

/**
 * How fast requests may follow each other, and how soon those that the table throttled come again.
 * A table that is busy serves whoever asks when units are there, so who asks more often goes first.
 * Thread-safe.
 */
public interface Pace {
  /** For requests that somebody waits for: they come again within 80 ms. */
  Pace FREE = tries -> usualPause(Math.min(tries, 3));

  /** For requests that have time: they come again within 640 ms. */
  Pace PATIENT = tries -> usualPause(Integer.MAX_VALUE);

  /** For requests that are better not made now: they give up at once. */
  Pace YIELDING =
      tries -> {
        throw new UnavailableException(null);
      };

  /** Waits until the next request may go. */
  default void turn() {}

  default void passed() {}

  default void throttled() {}

  /** Returns how long a request that was throttled, after so many others, pauses at most. */
  Duration longestPause(int tries);

  /** Returns 10 ms, doubled with each attempt, up to 640 ms. */
  static Duration usualPause(int tries) {
    return Duration.ofMillis(10L << Math.min(tries, 6));
  }
}
