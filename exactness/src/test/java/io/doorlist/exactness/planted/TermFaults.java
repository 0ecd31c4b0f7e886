package io.doorlist.exactness.planted;

import io.doorlist.exactness.simulator.fault.LaggingEngine;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Update;
import io.doorlist.table.Update.Step;
import io.doorlist.testing.RelayingEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Faults in what decides at a door: windows, blocks, replaced codes, removed tickets. */
final class TermFaults {
  private TermFaults() {}

  /** Reads of single items may be stale, as in a look. */
  static Engine lookFromReplica(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> get(Key key) {
        return LaggingEngine.eventually(() -> super.get(key));
      }
    };
  }

  /** An import does not update the doors of tickets that are void or left out. */
  static Engine vanishedStays(Engine next) {
    return Writes.changingEach(
        next,
        write ->
            write instanceof Update update ? Writes.changed(update, TermFaults::valid) : write);
  }

  private static Step valid(Step step) {
    return step instanceof Step.Set set ? new Step.Set(set.path(), valid(set.value())) : step;
  }

  private static Object valid(Object value) {
    return value.equals("void") ? "valid" : value;
  }

  static Item valid(Item item, String word) {
    return word.equals(item.attributes().get("state")) ? Writes.with(item, "state", "valid") : item;
  }

  /** Changes items as they are read, and the facts of tickets in shared doors. */
  static Engine reading(Engine next, UnaryOperator<Item> spoil) {
    return new RelayingEngine(next) {
      private Item spoiled(Item item) {
        Item spoiled = spoil.apply(item).without();
        for (String name : item.names()) {
          if (name.matches("t[0-9]+") && item.attributes().get(name) instanceof Map<?, ?>) {
            spoiled.put(name, spoil.apply(item.map(name)));
          }
        }
        return spoiled;
      }

      @Override
      public Optional<Item> get(Key key) {
        return super.get(key).map(this::spoiled);
      }

      @Override
      public Part query(Range range, Key after) {
        Part part = super.query(range, after);
        return new Part(part.items().stream().map(this::spoiled).toList(), part.last());
      }

      @Override
      public Batch get(Collection<Key> keys) {
        Batch batch = super.get(keys);
        Map<Key, Item> found = new HashMap<>(batch.found());
        found.replaceAll((key, item) -> spoiled(item));
        return new Batch(found, batch.left());
      }
    };
  }
}
