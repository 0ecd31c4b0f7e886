package io.doorlist.store.checkin.ticket;

import io.doorlist.door.Tally;
import java.util.TreeMap;

/** A sum of many changes in the counts of an area. Not thread-safe. */
public final class TallySum {
  private final TreeMap<Long, Long> curve = new TreeMap<>();
  private long entries;
  private long exits;
  private long unexplainedEntries;
  private long unexplainedExits;

  /** Adds a change. */
  public void add(Tally change) {
    entries += change.entries();
    exits += change.exits();
    unexplainedEntries += change.unexplainedEntries();
    unexplainedExits += change.unexplainedExits();
    change
        .curve()
        .forEach(
            (minute, by) ->
                curve.merge(
                    minute, by, (one, other) -> one + other == 0 ? null : (Long) (one + other)));
  }

  /** Returns the sum. */
  public Tally tally() {
    return new Tally(entries, exits, unexplainedEntries, unexplainedExits, new TreeMap<>(curve));
  }
}
