package io.doorlist.table;

import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import java.util.random.RandomGenerator;

/**
 * The clock of a store, and how the store waits between retries.
 *
 * @param random the source of jitter for retries
 * @param pause how to wait between retries
 */
public record Time(Clock clock, RandomGenerator random, Consumer<Duration> pause) {
  /** Returns time that follows this clock; a pause makes the thread sleep. */
  public static Time of(Clock clock) {
    return new Time(clock, new SecureRandom(), length -> LockSupport.parkNanos(length.toNanos()));
  }
}
