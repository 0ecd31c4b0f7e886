package io.doorlist.exactness.planted;

import io.doorlist.domain.UnavailableException;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Predicate;

/** Faults in what becomes of scans that are withdrawn. */
final class WithdrawalFaults {
  private static final String WITHDRAWN = "withdrawn";

  private WithdrawalFaults() {}

  private static boolean isOfKey(Key key) {
    return key.sk().equals("KEY");
  }

  /** Returns whether a transaction undoes something because its scan is withdrawn. */
  private static boolean withdraws(List<? extends Write> writes) {
    return writes.stream()
        .anyMatch(
            write ->
                write instanceof Update update
                    && isOfKey(write.key())
                    && update.steps().stream().anyMatch(Update.Step.Append.class::isInstance));
  }

  /** Nothing is kept of a scan of which nothing came. */
  static Engine notKept(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> write(Write write) {
        return isOfKey(write.key()) && Writes.puts(write, WITHDRAWN)
            ? Optional.of(new Item())
            : super.write(write);
      }
    };
  }

  /** Two withdrawals at once undo the same. */
  static Engine undoneTwice(Engine next) {
    return Writes.changing(
        next, writes -> withdraws(writes) ? Writes.unconditional(writes, each -> true) : writes);
  }

  /** Nobody but the token that scanned can withdraw what counted. */
  static Engine ownTokenOnly(Engine next) {
    return refusing(
        next,
        write ->
            Writes.puts(write, "undid_by")
                && !Objects.equals(
                    ((Write.Put) write).item().text("by"),
                    ((Write.Put) write).item().text("undid_by")));
  }

  /** A check-in that other entries hold cannot be withdrawn. */
  static Engine notOverPassages(Engine next) {
    return refusing(next, write -> Writes.puts(write, "held"));
  }

  private static Engine refusing(Engine next, Predicate<Write> refused) {
    return new RelayingEngine(next) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        if (withdraws(writes) && writes.stream().anyMatch(refused)) {
          throw new UnavailableException(null);
        }
        return super.transact(writes, token);
      }
    };
  }

  /** Scans do not see that their key is withdrawn, and overwrite it. */
  static Engine lateRecorded(Engine next) {
    Engine overwriting =
        Writes.changing(next, writes -> Writes.unconditional(writes, Writes::isKey));
    return new RelayingEngine(overwriting) {
      @Override
      public Batch get(Collection<Key> keys) {
        Batch batch = super.get(keys);
        Map<Key, Item> found = new HashMap<>(batch.found());
        found.values().removeIf(item -> isOfKey(item.key()) && item.has(WITHDRAWN));
        return new Batch(found, batch.left());
      }
    };
  }

  /** Of a group that leaves in parts, only the first is undone. */
  static Engine laterPartsLeft(Engine next) {
    return new RelayingEngine(next) {
      @Override
      public Optional<Item> get(Key key) {
        return super.get(key).map(item -> firstPart(key, item));
      }

      @Override
      public Optional<Item> write(Write write) {
        return super.write(write).map(item -> firstPart(write.key(), item));
      }

      private static Item firstPart(Key key, Item item) {
        return isOfKey(key) && item.has(WITHDRAWN) ? item.without("later") : item;
      }
    };
  }
}
