package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Path;
import io.doorlist.table.Range;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;

/** Faults in what polls, door copies, the pulse and readers of logs get. */
final class ReadFaults {
  private ReadFaults() {}

  /** Leaves out the notes that have this attribute. */
  static Engine withoutNotes(Engine next, String what) {
    return Writes.leavingOut(next, write -> Writes.puts(write, what));
  }

  static Engine headsStandStill(Engine next) {
    return new RelayingEngine(next) {
      private final Map<Collection<Key>, Batch> before = new ConcurrentHashMap<>();

      @Override
      public Batch get(Collection<Key> keys) {
        boolean heads = keys.stream().allMatch(key -> key.sk().equals("HEAD"));
        List<Key> asked = List.copyOf(keys);
        // Asking may let other requests go on, so no lock of the map is held meanwhile.
        if (heads && !before.containsKey(asked)) {
          before.put(asked, super.get(keys));
        }
        return heads ? before.get(asked) : super.get(keys);
      }
    };
  }

  static Engine laggingReplicaBelieved(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Part query(Range range, Key after) {
        return super.query(range.eventually(), after);
      }
    };
  }

  /** Closes gaps in reads: returns a void for each row that does not exist yet. */
  static Engine openPlaceForgotten(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Part query(Range range, Key after) {
        Part part = super.query(range, after);
        boolean ofRows = part.items().stream().allMatch(item -> item.key().sk().matches("[0-9]+"));
        if (!Character.isDigit(range.from().charAt(0)) || part.items().isEmpty() || !ofRows) {
          return part;
        }
        List<Item> items = new ArrayList<>();
        long ordinal = Long.parseLong(range.from());
        for (Item item : part.items()) {
          for (long own = Long.parseLong(item.key().sk()); ordinal < own; ordinal++) {
            items.add(voided(range.pk(), ordinal));
          }
          items.add(item);
          ordinal++;
        }
        return new Part(items, part.last());
      }
    };
  }

  private static Item voided(String pk, long ordinal) {
    return new Item(new Key(pk, "%016d".formatted(ordinal))).put("units", 0L);
  }

  /** Changes rows in place without announcing it. */
  static Engine editsNotAnnounced(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> write(Write write) {
        boolean announces = Writes.firstSet(write).filter(Path.of("edited_at")::equals).isPresent();
        return announces ? Optional.of(new Item()) : super.write(write);
      }
    };
  }
}
