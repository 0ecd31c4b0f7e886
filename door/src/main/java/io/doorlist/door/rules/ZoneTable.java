package io.doorlist.door.rules;

import java.time.Instant;
import java.time.ZoneId;
import java.time.zone.ZoneOffsetTransition;
import java.time.zone.ZoneRules;
import java.util.ArrayList;
import java.util.List;

/** Makes tables of time zones on the server, because the page has no time zone database. */
public final class ZoneTable {
  private ZoneTable() {}

  /**
   * Returns the changes of a zone's clock within a period. Before and after the period, the table
   * has no changes.
   */
  public static Zone of(ZoneId id, Instant from, Instant until) {
    ZoneRules rules = id.getRules();
    List<ZoneOffsetTransition> changes = new ArrayList<>();
    ZoneOffsetTransition change = rules.nextTransition(from);
    while (change != null && change.getInstant().isBefore(until)) {
      changes.add(change);
      change = rules.nextTransition(change.getInstant());
    }
    long[] times = new long[changes.size()];
    int[] offsets = new int[changes.size() + 1];
    offsets[0] = rules.getOffset(from).getTotalSeconds();
    for (int i = 0; i < times.length; i++) {
      times[i] = changes.get(i).toEpochSecond();
      offsets[i + 1] = changes.get(i).getOffsetAfter().getTotalSeconds();
    }
    return new Zone(times, offsets);
  }
}
