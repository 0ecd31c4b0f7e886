package io.doorlist.table.memory;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Limits;
import io.doorlist.table.Range;
import io.doorlist.table.RefusedException;
import io.doorlist.table.Sizes;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Consumer;

/**
 * A table in memory, for tests. It reports each change, in order, before the call returns.
 * Deterministic; thread-safe.
 */
public final class MemoryEngine implements Engine {
  /** How long the token of a transaction is remembered. */
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  private static final NavigableMap<String, Item> NO_PARTITION = new TreeMap<>(Key.ORDER);

  private final InstantSource clock;
  private final Consumer<ItemChange> feed;
  private final NavigableMap<String, NavigableMap<String, Item>> partitions =
      new TreeMap<>(Key.ORDER);
  private final Map<String, Sent> sent = new LinkedHashMap<>();

  private record Sent(List<?> content, Instant until) {}

  public MemoryEngine() {
    this(InstantSource.system(), change -> {});
  }

  /**
   * Creates an empty table.
   *
   * @param clock says when tokens of transactions expire
   * @param feed gets each change while the table is locked
   */
  public MemoryEngine(InstantSource clock, Consumer<ItemChange> feed) {
    this.clock = clock;
    this.feed = feed;
  }

  /**
   * Returns an independent table with the same items, but without the tokens of past transactions.
   */
  public synchronized MemoryEngine copy(InstantSource otherClock, Consumer<ItemChange> otherFeed) {
    MemoryEngine copy = new MemoryEngine(otherClock, otherFeed);
    partitions.forEach(
        (pk, items) -> {
          NavigableMap<String, Item> partition = new TreeMap<>(Key.ORDER);
          partition.putAll(items);
          copy.partitions.put(pk, partition);
        });
    return copy;
  }

  /**
   * Returns the item, or one without attributes if it does not exist. Callers must not change it.
   */
  private Item stored(Key key) {
    Item item = partition(key.pk()).get(key.sk());
    return item == null ? new Item(Map.of()) : item;
  }

  private NavigableMap<String, Item> partition(String pk) {
    return partitions.getOrDefault(pk, NO_PARTITION);
  }

  /** Everything inside an item is unmodifiable, so a copy of the outermost map is enough. */
  private static Item copy(Item item) {
    return item.without();
  }

  @Override
  public synchronized Optional<Item> get(Key key) {
    Limits.check(key);
    return Optional.of(stored(key)).filter(item -> !item.isEmpty()).map(MemoryEngine::copy);
  }

  @Override
  public synchronized Batch get(Collection<Key> keys) {
    Limits.check(keys);
    Map<Key, Item> found = new HashMap<>();
    for (Key key : keys) {
      Item item = stored(key);
      if (!item.isEmpty()) {
        found.put(key, copy(item));
      }
    }
    return new Batch(found, List.of());
  }

  @Override
  public synchronized Part query(Range range, Key after) {
    Limits.check(range);
    boolean begins = after == null || Key.ORDER.compare(after.sk(), range.from()) < 0;
    String from = begins ? range.from() : after.sk();
    if (Key.ORDER.compare(from, range.to()) > 0) {
      return new Part(List.of(), null);
    }
    NavigableMap<String, Item> partition = partition(range.pk());
    return part(partition.subMap(from, begins, range.to(), true).values(), range.limit());
  }

  private static Part part(Iterable<Item> found, int limit) {
    List<Item> items = new ArrayList<>();
    int bytes = 0;
    for (Item item : found) {
      items.add(copy(item));
      bytes += Sizes.of(item);
      if (items.size() == limit || bytes >= Limits.PART_BYTES) {
        return new Part(items, item.key());
      }
    }
    return new Part(items, null);
  }

  @Override
  public synchronized Part scan(Condition filter, int limit, Key after) {
    Limits.check(filter);
    Part part = part(() -> iterator(after), limit);
    return filter == null
        ? part
        : new Part(part.items().stream().filter(filter::holds).toList(), part.last());
  }

  /** Returns all items after a key. */
  private Iterator<Item> iterator(Key after) {
    return partitions.tailMap(after == null ? "" : after.pk(), true).values().stream()
        .flatMap(partition -> partition.values().stream())
        .filter(item -> after == null || item.key().compareTo(after) > 0)
        .iterator();
  }

  @Override
  public synchronized Optional<Item> write(Write write) {
    if (write instanceof Write.Check) {
      throw new UnsupportedOperationException("a check alone does nothing");
    }
    Limits.check(write);
    Item old = stored(write.key());
    if (!write.holds(old)) {
      return Optional.empty();
    }
    Item now = Limits.checked(write.applied(old));
    put(write.key(), old, now);
    return Optional.of(copy(now));
  }

  @Override
  public synchronized Transaction transact(List<? extends Write> writes, String token) {
    Limits.check(writes);
    List<?> content = writes.stream().map(Write::content).toList();
    if (isSent(token, content)) {
      return new Transaction.Written();
    }
    Map<Write, Item> failed = new HashMap<>();
    for (Write write : writes) {
      Item old = stored(write.key());
      if (!write.holds(old)) {
        failed.put(write, copy(old));
      }
    }
    if (!failed.isEmpty()) {
      return new Transaction.Rejected(failed);
    }
    List<Item> olds = writes.stream().map(write -> stored(write.key())).toList();
    List<Item> now = new ArrayList<>();
    for (int i = 0; i < writes.size(); i++) {
      now.add(writes.get(i).applied(olds.get(i)));
    }
    Limits.checkAll(now);
    for (int i = 0; i < writes.size(); i++) {
      if (!(writes.get(i) instanceof Write.Check)) {
        put(writes.get(i).key(), olds.get(i), now.get(i));
      }
    }
    sent.put(token, new Sent(content, clock.instant().plus(TOKEN_LIFE)));
    return new Transaction.Written();
  }

  /** Returns whether this transaction was already written. */
  private boolean isSent(String token, List<?> content) {
    forgetOldTokens();
    Sent before = sent.get(token);
    if (before != null && !before.content().equals(content)) {
      throw new RefusedException(
          RefusedException.OTHER_CONTENT, "the token names another transaction", null);
    }
    return before != null;
  }

  private void forgetOldTokens() {
    Instant now = clock.instant();
    Iterator<Sent> oldest = sent.values().iterator();
    while (oldest.hasNext() && !now.isBefore(oldest.next().until())) {
      oldest.remove();
    }
  }

  private void put(Key key, Item old, Item now) {
    if (now.isEmpty()) {
      NavigableMap<String, Item> partition = partition(key.pk());
      partition.remove(key.sk());
      if (partition.isEmpty()) {
        partitions.remove(key.pk());
      }
    } else {
      partitions
          .computeIfAbsent(key.pk(), any -> new TreeMap<>(Key.ORDER))
          .put(key.sk(), copy(now));
    }
    if (!old.equals(now)) {
      feed.accept(new ItemChange(key, copy(old), copy(now)));
    }
  }

  @Override
  public void close() {}
}
