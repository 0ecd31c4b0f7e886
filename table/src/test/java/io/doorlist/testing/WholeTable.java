package io.doorlist.testing;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/** Reads whole tables and partitions, all of their parts. */
public final class WholeTable {
  private WholeTable() {}

  public static List<Item> all(Engine engine) {
    return all(last -> engine.scan(null, Integer.MAX_VALUE, last));
  }

  /** Reads a partition in its order. */
  public static List<Item> partition(Engine engine, String pk) {
    return all(last -> engine.query(Range.whole(pk), last));
  }

  private static List<Item> all(Function<Key, Engine.Part> parts) {
    List<Item> items = new ArrayList<>();
    Key last = null;
    do {
      Engine.Part part = parts.apply(last);
      items.addAll(part.items());
      last = part.last();
    } while (last != null);
    return items;
  }
}
