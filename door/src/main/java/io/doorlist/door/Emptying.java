package io.doorlist.door;

import java.util.Collections;
import java.util.List;

/**
 * When an area empties, so that everybody who was inside counts as outside. The server computes the
 * moments, because the page has no time zones.
 *
 * @param moments epoch seconds of whole minutes, ascending
 */
public record Emptying(List<Long> moments) {
  private static final long MILLIS = 1000;
  public static final Emptying NEVER = new Emptying(List.of());

  public Emptying {
    moments = List.copyOf(moments);
  }

  /**
   * Returns whether the area empties after the first time and until the second one, in epoch
   * milliseconds.
   */
  public boolean between(long after, long until) {
    int next = firstFrom(Math.floorDiv(after, MILLIS) + 1);
    return next < moments.size() && moments.get(next) * MILLIS <= until;
  }

  /**
   * Returns the last moment up to this epoch second, or the smallest {@code long} if there is none.
   */
  long lastUntil(long epochSecond) {
    int next = firstFrom(epochSecond + 1);
    return next == 0 ? Long.MIN_VALUE : moments.get(next - 1);
  }

  private int firstFrom(long epochSecond) {
    int found = Collections.binarySearch(moments, epochSecond);
    return found < 0 ? -found - 1 : found;
  }
}
