package io.doorlist.table;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Stores the items of a table. A write happens completely or not at all. An engine tries each call
 * once, and {@link Table} retries. Every engine has DynamoDB's {@link Limits}. A call that has no
 * answer throws a {@link TableException}. Thread-safe.
 */
public interface Engine extends AutoCloseable {
  /** The most keys in a batch, and the most writes in a transaction. */
  int MAX_KEYS = 100;

  /** Reads an item, strongly consistent. */
  Optional<Item> get(Key key);

  /**
   * Reads up to {@link #MAX_KEYS} different items, each strongly consistent. Together they are no
   * snapshot, because a write may happen between two of the reads.
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
   * @param filter which items to return; {@code null} for all
   * @param limit the most items to examine
   * @param after the last key of the part before; {@code null} for the first part
   */
  Part scan(Condition filter, int limit, Key after);

  /**
   * Executes one write, which must not be a {@link Write.Check}.
   *
   * @return the item after the write, without attributes if it was deleted; empty if the condition
   *     failed
   */
  Optional<Item> write(Write write);

  /**
   * Writes up to {@link #MAX_KEYS} different items, all of them or none.
   *
   * @param token identifies the transaction. If it is sent again with the same token within ten
   *     minutes, it does not happen again
   */
  Transaction transact(List<? extends Write> writes, String token);

  /**
   * The result of reading many keys.
   *
   * @param left keys that were not read. Ask for them again after a pause
   */
  record Batch(Map<Key, Item> found, List<Key> left) {}

  /**
   * One part of the result of a query or a scan, at most 1 MB.
   *
   * @param last the key after which the next part begins; {@code null} if there is no more
   */
  record Part(List<Item> items, Key last) {}

  @Override
  void close();
}
