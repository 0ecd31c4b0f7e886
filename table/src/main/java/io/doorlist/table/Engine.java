package io.doorlist.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Where the items of a table are. Each call happens at once or not at all, and is tried once:
 * {@link Table} retries. Limits are DynamoDB's, whatever the engine ({@link Limits}). Calls throw a
 * {@link TableException} if they have no answer. Thread-safe.
 */
public interface Engine extends AutoCloseable {
  /** The most keys of a batch, and writes of a transaction. */
  int MAX_KEYS = 100;

  /** Reads an item, strongly consistent. */
  Optional<Item> get(Key key);

  /**
   * Reads up to {@link #MAX_KEYS} different items, strongly consistent, each at a moment of its
   * own.
   */
  Batch get(Collection<Key> keys);

  /**
   * Reads a part of a range, in the order of its sort keys.
   *
   * @param after the last key of the part before; {@code null} for the first part
   */
  Part query(Range range, Key after);

  /**
   * Reads a part of the table in any order, strongly consistent.
   *
   * @param filter what the items are; {@code null} for all
   * @param limit how many items it looks at, at most
   * @param after the last key of the part before; {@code null} for the first part
   */
  Part scan(Condition filter, int limit, Key after);

  /**
   * Executes one write, but no {@link Write.Check}.
   *
   * @return what the item is now, without attributes after a deletion; empty if the condition is
   *     not true
   */
  Optional<Item> write(Write write);

  /**
   * Writes all or nothing: up to {@link #MAX_KEYS} items, each once.
   *
   * @param token names the transaction: with the same token it happens once within ten minutes,
   *     however often it is sent
   */
  Transaction transact(List<? extends Write> writes, String token);

  /**
   * What was found of many keys.
   *
   * @param left keys that were not read, to be asked for again after a pause
   */
  record Batch(Map<Key, Item> found, List<Key> left) {}

  /**
   * A part of what was asked for, at most 1 MB.
   *
   * @param last the key after which the next part begins; {@code null} if there is no more
   */
  record Part(List<Item> items, Key last) {}

  @Override
  void close();
}
