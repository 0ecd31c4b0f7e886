package io.doorlist.door;

/**
 * A period in whole epoch seconds. {@link DoorRule} says whether the second {@code until} still
 * belongs to it.
 *
 * @param from {@link #OPEN_START} if there is no beginning
 * @param until {@link #OPEN_END} if there is no end
 */
public record Window(long from, long until) {
  public static final long OPEN_START = Long.MIN_VALUE;
  public static final long OPEN_END = Long.MAX_VALUE;
  public static final Window ALWAYS = new Window(OPEN_START, OPEN_END);

  /** Returns whether the window begins after this time. */
  public boolean isAfter(long epochSecond) {
    return epochSecond < from;
  }

  /** Returns whether the window has ended at this time. */
  public boolean isBefore(long epochSecond) {
    return until != OPEN_END && epochSecond >= until;
  }
}
