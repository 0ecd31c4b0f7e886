package io.doorlist.exactness.simulator.fault;

import io.doorlist.table.Engine;
import io.doorlist.table.Engine.Batch;
import io.doorlist.table.Engine.Part;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Reads of several items that see the table at different moments, as DynamoDB may. */
record TornReads(Engine table, FaultPlan faults, Runnable travel) {
  /** Reads the range at one moment, or in two halves at two moments. */
  Part query(Range range, Key after) {
    Part whole = table.query(range, after);
    int count = whole.items().size();
    if (count < 2 || !faults.strikes(FaultKind.TORN_RANGE)) {
      return whole;
    }
    List<Item> items = new ArrayList<>(whole.items().subList(0, 1 + faults.draw(count - 1)));
    for (int i = 1 + faults.draw(6); i > 0; i--) {
      travel.run();
    }
    Range rest = range.limited() ? range.first(range.limit() - items.size()) : range;
    Part tail = table.query(rest, items.getLast().key());
    items.addAll(tail.items());
    return new Part(items, tail.last());
  }

  /** Reads the keys at one moment, or at two, or leaves some unprocessed. */
  Batch batch(Collection<Key> asked) {
    List<Key> keys = List.copyOf(asked);
    int split = keys.size() < 2 ? 0 : 1 + faults.draw(keys.size() - 1);
    if (split > 0 && faults.strikes(FaultKind.UNPROCESSED)) {
      return new Batch(table.get(keys.subList(0, split)).found(), keys.subList(split, keys.size()));
    }
    if (split == 0 || !faults.strikes(FaultKind.TORN_BATCH)) {
      return table.get(keys);
    }
    // DynamoDB reads each key of a batch at a moment of its own, in no order.
    boolean backwards = faults.draw(2) == 0;
    List<Key> front = keys.subList(0, split);
    List<Key> back = keys.subList(split, keys.size());
    Map<Key, Item> found = new HashMap<>(table.get(backwards ? back : front).found());
    for (int i = 1 + faults.draw(6); i > 0; i--) {
      travel.run();
    }
    found.putAll(table.get(backwards ? front : back).found());
    return new Batch(found, List.of());
  }
}
