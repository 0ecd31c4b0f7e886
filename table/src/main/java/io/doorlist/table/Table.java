package io.doorlist.table;

import io.doorlist.domain.UnavailableException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;

/**
 * The table as our stores use it. Reads by key are strongly consistent. Unprocessed keys and
 * further pages are always fetched. A failed condition is an answer, not an error. Every call is
 * retried until the deadline that the caller names, or otherwise until {@link #deadline}.
 * Thread-safe.
 */
public final class Table implements AutoCloseable {
  private final Engine engine;
  private final String name;
  private final Retry retry;
  private final Duration patience;

  /**
   * Creates the access to a table.
   *
   * @param name its name
   * @param patience how long a call may take including retries, if the caller names no deadline
   */
  public Table(Engine engine, String name, Retry retry, Duration patience) {
    this.engine = engine;
    this.name = name;
    this.retry = retry;
    this.patience = patience;
  }

  public Table with(Pace pace) {
    return with(pace, patience);
  }

  /** Returns the same table, with another pace and patience. */
  public Table with(Pace pace, Duration otherPatience) {
    return new Table(engine, name, new Retry(retry.time(), pace), otherPatience);
  }

  public String name() {
    return name;
  }

  public Time time() {
    return retry.time();
  }

  public Clock clock() {
    return retry.time().clock();
  }

  /** Returns the deadline of a call that has none of its own. */
  public Instant deadline() {
    return clock().instant().plus(patience);
  }

  public Optional<Item> get(Key key) {
    return get(key, deadline());
  }

  public Optional<Item> get(Key key, Instant deadline) {
    return retry.call(deadline, () -> engine.get(key));
  }

  public Map<Key, Item> get(Collection<Key> keys) {
    return get(keys, deadline());
  }

  /** Reads items by key; missing ones are left out. Without keys it reads nothing. */
  public Map<Key, Item> get(Collection<Key> keys, Instant deadline) {
    Map<Key, Item> found = new HashMap<>();
    List<Key> all = List.copyOf(keys);
    for (int from = 0; from < all.size(); from += Engine.MAX_KEYS) {
      readBatch(all.subList(from, Math.min(from + Engine.MAX_KEYS, all.size())), deadline, found);
    }
    return found;
  }

  private void readBatch(List<Key> keys, Instant deadline, Map<Key, Item> found) {
    List<Key> left = keys;
    for (int tries = 0; !left.isEmpty(); tries++) {
      if (tries > 0) {
        retry.pause(tries - 1, deadline, null);
      }
      List<Key> open = left;
      Engine.Batch batch = retry.call(deadline, () -> engine.get(open));
      found.putAll(batch.found());
      left = batch.left();
    }
  }

  public List<Item> query(Range range) {
    return query(range, deadline());
  }

  /** Reads a range in the order of the sort key, up to its limit. */
  public List<Item> query(Range range, Instant deadline) {
    List<Item> items = new ArrayList<>();
    Key last = null;
    do {
      Key after = last;
      Range left = range.limited() ? range.first(range.limit() - items.size()) : range;
      Engine.Part part = retry.call(deadline, () -> engine.query(left, after));
      items.addAll(part.items());
      last = part.last();
    } while (last != null && items.size() < range.limit());
    return items;
  }

  /**
   * Reads all items of the table that meet a condition. Only commands use it. The table is read in
   * parts, and each part by itself is strongly consistent.
   */
  public void scan(Condition filter, Consumer<Item> each) {
    Key last = null;
    do {
      Key after = last;
      Engine.Part part =
          retry.call(deadline(), () -> engine.scan(filter, Integer.MAX_VALUE, after));
      part.items().forEach(each);
      last = part.last();
    } while (last != null);
  }

  public boolean isEmpty() {
    return retry.call(deadline(), () -> engine.scan(null, 1, null)).items().isEmpty();
  }

  public Optional<Item> update(Update update) {
    return update(update, deadline());
  }

  /** Updates one item and returns its new state; empty if the condition failed. */
  public Optional<Item> update(Update update, Instant deadline) {
    return retry.call(deadline, () -> engine.write(update));
  }

  public boolean write(Write write) {
    return write(write, deadline());
  }

  /** Executes one write; returns false if its condition failed. */
  public boolean write(Write write, Instant deadline) {
    return retry.call(deadline, () -> engine.write(write)).isPresent();
  }

  public Transaction transact(List<? extends Write> writes) {
    return transact(writes, deadline());
  }

  /**
   * Makes all of the writes or none. Every retry carries the same token, so the transaction happens
   * once even if answers get lost.
   */
  public Transaction transact(List<? extends Write> writes, Instant deadline) {
    String token = UUID.randomUUID().toString();
    return retry.call(deadline, () -> engine.transact(writes, token));
  }

  /**
   * Returns whether the last attempt of a transaction failed because another transaction was
   * writing the item of this write.
   */
  public static boolean conflicted(UnavailableException e, List<Write> writes, Write write) {
    return e.getCause() instanceof ConflictException conflict
        && conflict.writes().contains(writes.indexOf(write));
  }

  /** Closes the engine. */
  @Override
  public void close() {
    engine.close();
  }
}
