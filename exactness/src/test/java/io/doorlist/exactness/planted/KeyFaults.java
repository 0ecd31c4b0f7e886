package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.testing.RelayingEngine;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** Faults in the storage of idempotency keys. */
final class KeyFaults {
  private static final String KEYS = "#@keys#";

  private KeyFaults() {}

  /** Stores keys under other names than the stores request. */
  private static final class Renaming extends RelayingEngine {
    private final UnaryOperator<String> rename;

    Renaming(Engine next, UnaryOperator<String> rename) {
      super(next);
      this.rename = rename;
    }

    private Key renamed(Key key) {
      return key.pk().contains(KEYS) ? new Key(rename.apply(key.pk()), key.sk()) : key;
    }

    @Override
    public Optional<Item> get(Key key) {
      return super.get(renamed(key)).map(item -> item.putAll(new Item(key)));
    }

    /** Reads one key after the other. */
    @Override
    public Batch get(Collection<Key> keys) {
      Map<Key, Item> found = new HashMap<>();
      keys.forEach(key -> get(key).ifPresent(item -> found.put(key, item)));
      return new Batch(found, List.of());
    }

    @Override
    public Transaction transact(List<? extends Write> writes, String token) {
      Map<Write, Write> originals = new HashMap<>();
      for (Write write : writes) {
        Key key = renamed(write.key());
        originals.put(
            Writes.isKey(write)
                ? Writes.item(write, item -> item.without().putAll(new Item(key)))
                : write,
            write);
      }
      List<Write> renamed =
          writes.stream()
              .map(
                  write ->
                      originals.keySet().stream()
                          .filter(each -> originals.get(each) == write)
                          .findFirst()
                          .orElseThrow())
              .toList();
      Transaction outcome = super.transact(renamed, token);
      if (!(outcome instanceof Transaction.Rejected rejected)) {
        return outcome;
      }
      Map<Write, Item> failed = new HashMap<>();
      rejected.failed().forEach((write, old) -> failed.put(originals.get(write), old));
      return new Transaction.Rejected(failed);
    }
  }

  /** Every token finds every token's keys. */
  static Engine notBoundToToken(Engine next) {
    return new Renaming(
        next,
        pk -> {
          int token = pk.indexOf(KEYS) + KEYS.length();
          return pk.substring(0, token) + "any" + pk.substring(pk.indexOf('#', token));
        });
  }

  /** The keys of a token are distinguished by one digit only. */
  static Engine collide(Engine next) {
    return new Renaming(
        next,
        pk -> {
          int digest = pk.indexOf('#', pk.indexOf(KEYS) + KEYS.length()) + 1;
          return pk.substring(0, digest + 1);
        });
  }
}
