package io.doorlist.door;

/**
 * A stretch of time in whole epoch seconds: from {@code from} on, and before {@code until}. Whether
 * that last second counts too is up to {@link DoorRule}.
 *
 * @param from {@link #OPEN_START} if there is no beginning
 * @param until {@link #OPEN_END} if there is no end
 */
public record Window(long from, long until) {
  /** Represents no beginning. */
  public static final long OPEN_START = Long.MIN_VALUE;

  /** Represents no end. */
  public static final long OPEN_END = Long.MAX_VALUE;

  /** Has neither beginning nor end. */
  public static final Window ALWAYS = new Window(OPEN_START, OPEN_END);

  /** Returns whether a time lies before the window. */
  public boolean isAfter(long epochSecond) {
    return epochSecond < from;
  }

  /** Returns whether a time lies behind the window. */
  public boolean isBefore(long epochSecond) {
    return until != OPEN_END && epochSecond >= until;
  }
}
