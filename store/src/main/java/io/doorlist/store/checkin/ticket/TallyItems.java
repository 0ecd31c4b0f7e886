package io.doorlist.store.checkin.ticket;

import io.doorlist.door.Emptying;
import io.doorlist.door.Passage;
import io.doorlist.door.PassageFold;
import io.doorlist.door.Reentry;
import io.doorlist.door.Tally;
import io.doorlist.table.Item;
import java.time.Instant;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/** Maps a {@link Tally}, the counts of entries and exits, to attributes and back. */
public final class TallyItems {
  /**
   * In a row, or a row's ticket: what it changed in the counts of the area. A check-in and its undo
   * have it only if the ticket had been in the area before.
   */
  public static final String TALLY = "tally";

  private static final String ENTRIES = "entries";
  private static final String EXITS = "exits";
  private static final String UNEXPLAINED_ENTRIES = "unexplained_entries";
  private static final String UNEXPLAINED_EXITS = "unexplained_exits";
  private static final String CURVE = "curve";

  private TallyItems() {}

  public static Item item(Tally tally) {
    Item curve = new Item();
    tally.curve().forEach((minute, change) -> curve.put(Long.toString(minute), change));
    return new Item()
        .put(ENTRIES, orNothing(tally.entries()))
        .put(EXITS, orNothing(tally.exits()))
        .put(UNEXPLAINED_ENTRIES, orNothing(tally.unexplainedEntries()))
        .put(UNEXPLAINED_EXITS, orNothing(tally.unexplainedExits()))
        .put(CURVE, curve.isEmpty() ? null : curve);
  }

  private static Long orNothing(long number) {
    return number == 0 ? null : (Long) number;
  }

  public static Tally tally(Item item) {
    Item curve = item.map(CURVE);
    SortedMap<Long, Long> changes = new TreeMap<>();
    curve.names().forEach(minute -> changes.put(Long.valueOf(minute), curve.number(minute)));
    return new Tally(
        item.number(ENTRIES),
        item.number(EXITS),
        item.number(UNEXPLAINED_ENTRIES),
        item.number(UNEXPLAINED_EXITS),
        changes);
  }

  /** Returns what a check-in changed in its area, from its part of the row. */
  public static Tally entry(Item ticket, Instant doorTime) {
    return ticket.has(TALLY) ? tally(ticket.map(TALLY)) : firstEntry(doorTime);
  }

  public static Tally firstEntry(Instant doorTime) {
    return PassageFold.of(
            List.of(new Passage(doorTime.toEpochMilli(), 0, false, Reentry.NEVER)), Emptying.NEVER)
        .tally();
  }
}
