package io.doorlist.domain.checkin;

import java.time.Duration;
import java.time.Instant;
import java.util.NavigableMap;
import java.util.stream.LongStream;

/**
 * The quarter hours of an evening, up to now. It begins an hour before the first check-in, not
 * counting check-ins 23 hours or more before the last one. It lasts a day at most.
 *
 * @param from the first quarter hour, counted from the epoch
 */
public record Evening(long from, int count) {
  public static final Duration QUARTER = Duration.ofMinutes(15);
  public static final int MAX_QUARTERS = 96;

  /** An hour, because guests who are refused as too early come before the first check-in. */
  private static final int BEFORE = 4;

  public static final int MAX_OPEN = MAX_QUARTERS - BEFORE;

  /**
   * Returns the evening of these check-ins, which are counted by quarter hour. Without check-ins it
   * is the last 24 hours.
   */
  public static Evening of(NavigableMap<Long, Long> checkins, Instant now) {
    long current = quarter(now);
    long from =
        checkins.isEmpty()
            ? current - MAX_QUARTERS + 1
            : checkins.higherKey(checkins.lastKey() - MAX_OPEN) - BEFORE;
    return new Evening(from, Math.clamp(current - from + 1, 1, MAX_QUARTERS));
  }

  public static long quarter(Instant time) {
    return time.getEpochSecond() / QUARTER.toSeconds();
  }

  public Instant start() {
    return start(from);
  }

  public Instant end() {
    return start(from + count).minusSeconds(1);
  }

  private static Instant start(long quarter) {
    return Instant.EPOCH.plus(QUARTER.multipliedBy(quarter));
  }

  public LongStream quarters() {
    return LongStream.range(from, from + count);
  }

  /** Returns the last minute of each quarter hour, counted from the epoch. */
  public LongStream lastMinutes() {
    return quarters().map(quarter -> (quarter + 1) * QUARTER.toMinutes() - 1);
  }
}
