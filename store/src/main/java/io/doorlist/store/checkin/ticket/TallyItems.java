package io.doorlist.store.checkin.ticket;

import io.doorlist.door.Tally;
import io.doorlist.store.table.Item;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Maps tallies to attributes and back. */
public final class TallyItems {
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

  /** Adds a change to a sum that is kept as these maps, which is cheaper for many changes. */
  public static void add(Map<Long, Long> curve, Tally change) {
    change
        .curve()
        .forEach(
            (minute, by) ->
                curve.merge(
                    minute, by, (one, other) -> one + other == 0 ? null : (Long) (one + other)));
  }
}
