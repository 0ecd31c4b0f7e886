package io.doorlist.door.rules;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * The clock at the event's place, as a table, because the page has no time zones. Local times are
 * seconds since 1970-01-01T00:00 on that clock.
 */
public final class Zone {
  public static final Zone UTC = new Zone(new long[0], new int[] {0});

  static final long DAY = 86_400;

  private final long[] changes;
  private final int[] offsets;

  /**
   * Creates a clock from the epoch seconds at which it is put forward or back. {@code offsets} are
   * the seconds ahead of universal time: first before all changes, then after each.
   */
  public Zone(long[] changes, int[] offsets) {
    if (offsets.length != changes.length + 1) {
      throw new IllegalArgumentException("a zone has an offset more than changes");
    }
    this.changes = changes.clone();
    this.offsets = offsets.clone();
  }

  /** Reads the output of {@link #text}. */
  public static Zone read(String text) {
    // String.split would bring regular expressions into the page.
    List<Long> parts = new ArrayList<>();
    for (int from = 0; from < text.length(); ) {
      int space = text.indexOf(' ', from);
      int end = space < 0 ? text.length() : space;
      parts.add(Long.parseLong(text.substring(from, end)));
      from = end + 1;
    }
    long[] changes = new long[parts.size() / 2];
    int[] offsets = new int[changes.length + 1];
    offsets[0] = parts.get(0).intValue();
    for (int i = 0; i < changes.length; i++) {
      changes[i] = parts.get(2 * i + 1);
      offsets[i + 1] = parts.get(2 * i + 2).intValue();
    }
    return new Zone(changes, offsets);
  }

  /** Returns the first offset and, for each change, its time and the offset from then on. */
  public String text() {
    StringBuilder text = new StringBuilder().append(offsets[0]);
    for (int i = 0; i < changes.length; i++) {
      text.append(' ').append(changes[i]).append(' ').append(offsets[i + 1]);
    }
    return text.toString();
  }

  long local(long epochSecond) {
    return epochSecond + offsets[period(epochSecond)];
  }

  /** Returns whether the clock shows this time for the second time, because it was put back. */
  boolean isRepeated(long epochSecond) {
    int period = period(epochSecond);
    return period > 0
        && epochSecond - changes[period - 1] < (long) offsets[period - 1] - offsets[period];
  }

  /**
   * Returns when the clock shows a time. For a time that it skips, the clock counts as not yet put
   * forward.
   *
   * @param second whether the second one is meant if the clock shows this time twice
   */
  long epochSecond(long local, boolean second) {
    int period = 0;
    while (period < changes.length && local >= shownAt(period, second)) {
      period++;
    }
    return local - offsets[period];
  }

  private long shownAt(int change, boolean second) {
    int before = offsets[change];
    int after = offsets[change + 1];
    return changes[change] + (second ? Math.min(before, after) : Math.max(before, after));
  }

  /** Returns the number of the day since 1970 at this place and time. */
  long day(long epochSecond) {
    return Math.floorDiv(local(epochSecond), DAY);
  }

  private int period(long epochSecond) {
    int found = Arrays.binarySearch(changes, epochSecond);
    return found < 0 ? -found - 1 : found + 1;
  }
}
