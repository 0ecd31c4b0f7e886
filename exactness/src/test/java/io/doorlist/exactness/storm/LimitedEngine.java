package io.doorlist.exactness.storm;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.ThrottledException;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Units;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** A table with what a partition key gives. Thread-safe. */
final class LimitedEngine extends RelayingEngine {
  private final Engine table;
  private final Throughput throughput;

  LimitedEngine(Engine table, Throughput throughput) {
    super(table);
    this.table = table;
    this.throughput = throughput;
  }

  @Override
  public synchronized Optional<Item> get(Key key) {
    require(throughput.mayRead(key.pk()));
    Optional<Item> found = super.get(key);
    throughput.read(key.pk(), Units.ofRead(found.stream().toList(), true));
    return found;
  }

  /** Reads the keys that may be read, and leaves over the others, if there are any to read. */
  @Override
  public synchronized Batch get(Collection<Key> keys) {
    Map<Key, Item> found = new HashMap<>();
    List<Key> left = new ArrayList<>();
    for (Key key : keys) {
      if (throughput.mayRead(key.pk())) {
        Optional<Item> item = super.get(key);
        throughput.read(key.pk(), Units.ofRead(item.stream().toList(), true));
        item.ifPresent(each -> found.put(key, each));
      } else {
        left.add(key);
      }
    }
    require(left.size() < keys.size());
    return new Batch(found, left);
  }

  @Override
  public synchronized Part query(Range range, Key after) {
    require(throughput.mayRead(range.pk()));
    Part part = super.query(range, after);
    throughput.read(range.pk(), Units.ofRead(part.items(), range.consistent()));
    return part;
  }

  @Override
  public synchronized Optional<Item> write(Write write) {
    require(pays(List.of(write), false));
    return super.write(write);
  }

  @Override
  public synchronized Transaction transact(List<? extends Write> writes, String token) {
    require(pays(writes, true));
    return super.transact(writes, token);
  }

  private static void require(boolean served) {
    if (!served) {
      throw new ThrottledException("no units left", null);
    }
  }

  /** Takes the units of writes, of each partition key or of none. */
  private boolean pays(List<? extends Write> writes, boolean transaction) {
    Map<String, Integer> units = new HashMap<>();
    for (Write write : writes) {
      Item before = table.get(write.key()).orElseGet(Item::new);
      units.merge(
          write.key().pk(), Units.ofWrite(before, now(write, before), transaction), Integer::sum);
    }
    return throughput.write(units);
  }

  /** Returns the item afterwards, whether or not the condition holds. */
  private static Item now(Write write, Item before) {
    try {
      return write.applied(before);
    } catch (RefusedException e) {
      // Its condition fails too, and the answer says why.
      return before;
    }
  }
}
