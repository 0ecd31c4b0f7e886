package io.doorlist.door;

import java.util.Collections;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts of entries and exits: of an area, a list or a ticket. Tallies can be added up, also those
 * that have only the change that one passage made.
 *
 * <p>Implementation notes. {@code curve} says by how much the number of people inside changes in a
 * minute. So a passage that arrives an hour late also changes past minutes, and perhaps the peak.
 * When an area empties, nobody is subtracted. Whoever adds up the curve starts again from 0 at that
 * time.
 *
 * @param entries how many entries there are
 * @param exits how many exits there are
 * @param unexplainedEntries how many of the entries are not explained
 * @param unexplainedExits how many of the exits are not explained
 * @param curve for each minute since the epoch, the change in it; minutes without a change are left
 *     out
 */
public record Tally(
    long entries,
    long exits,
    long unexplainedEntries,
    long unexplainedExits,
    SortedMap<Long, Long> curve) {
  private static final long SECONDS = 60;
  private static final long MILLIS = SECONDS * 1000;
  public static final Tally NONE = new Tally(0, 0, 0, 0, Collections.emptySortedMap());

  public Tally {
    curve = Collections.unmodifiableSortedMap(new TreeMap<>(curve));
  }

  /**
   * The largest number of people inside at the end of a minute, and the first minute with that
   * number, counted from the epoch.
   */
  public record Peak(long inside, long minute) {}

  /** Returns the minute of a time, counted from the epoch. */
  public static long minute(long millis) {
    return Math.floorDiv(millis, MILLIS);
  }

  public Tally plus(Tally other) {
    return new Builder().add(this, 1).add(other, 1).build();
  }

  /** Returns the difference between this tally and another one. */
  public Tally minus(Tally other) {
    return new Builder().add(this, 1).add(other, -1).build();
  }

  /** Returns how many people are inside at the end of a minute, which is counted from the epoch. */
  public long inside(long minute, Emptying emptying) {
    long end = (minute + 1) * SECONDS - 1;
    long emptied = emptying.lastUntil(end);
    long from = emptied == Long.MIN_VALUE ? emptied : emptied / SECONDS;
    long inside = 0;
    for (long change : curve.tailMap(from).headMap(minute + 1).values()) {
      inside += change;
    }
    return inside;
  }

  /**
   * Returns the peak up to the end of a minute. It is 0 people at minute 0 if nobody has been
   * inside.
   */
  public Peak peak(long minute, Emptying emptying) {
    Peak peak = new Peak(0, 0);
    long inside = 0;
    long last = Long.MIN_VALUE;
    for (Map.Entry<Long, Long> change : curve.headMap(minute + 1).entrySet()) {
      long emptied = emptying.lastUntil((change.getKey() + 1) * SECONDS - 1);
      inside = (emptied > last ? 0 : inside) + change.getValue();
      last = emptied;
      if (inside > peak.inside) {
        peak = new Peak(inside, change.getKey());
      }
    }
    return peak;
  }

  /** Adds up passages of one ticket, or other tallies. Not thread-safe. */
  public static final class Builder {
    private final TreeMap<Long, Long> curve = new TreeMap<>();
    private long entries;
    private long exits;
    private long unexplainedEntries;
    private long unexplainedExits;

    void add(Passage passage, boolean inside, boolean explained) {
      if (passage.exit()) {
        exits++;
        unexplainedExits += explained ? 0 : 1;
      } else {
        entries++;
        unexplainedEntries += explained ? 0 : 1;
      }
      if (inside == passage.exit()) {
        change(minute(passage.at()), inside ? -1 : 1);
      }
    }

    public void add(Tally other) {
      add(other, 1);
    }

    private Builder add(Tally other, int sign) {
      entries += sign * other.entries;
      exits += sign * other.exits;
      unexplainedEntries += sign * other.unexplainedEntries;
      unexplainedExits += sign * other.unexplainedExits;
      other.curve.forEach((minute, change) -> change(minute, sign * change));
      return this;
    }

    private void change(long minute, long by) {
      long sum = curve.merge(minute, by, Long::sum);
      if (sum == 0) {
        curve.remove(minute);
      }
    }

    public Tally build() {
      return new Tally(entries, exits, unexplainedEntries, unexplainedExits, curve);
    }
  }
}
