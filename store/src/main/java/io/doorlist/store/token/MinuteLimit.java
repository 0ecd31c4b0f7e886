package io.doorlist.store.token;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.OptionalLong;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongFunction;

/**
 * Counts what a token does in each minute of the clock, and limits it.
 *
 * <p>Implementation notes. Each token has an item for each minute, so tokens do not wait for each
 * other, and all instances of a function share the count. Until the minute ends, an instance
 * remembers that a token is over its limit. So a flood costs each instance only one write more than
 * the limit allows. If the count cannot be kept, there is no limit, as a counter must not stop a
 * door.
 *
 * <p>Thread-safe.
 */
public final class MinuteLimit {
  private static final long WINDOW_SECONDS = 60;

  /** How long an answer waits for the count at most. */
  private static final Duration PATIENCE = Duration.ofMillis(500);

  /** After this time the table may drop a count. */
  private static final Duration KEPT = Duration.ofHours(1);

  private static final int MAX_REMEMBERED = 1000;
  private static final String ASKED = "asked";

  private final Table table;
  private final int max;
  private final Set<Key> slowed = ConcurrentHashMap.newKeySet();

  /**
   * Creates a limit that counts in this table.
   *
   * @param max how much a token may do in a minute
   */
  public MinuteLimit(Table table, int max) {
    this.table = table;
    this.max = max;
  }

  /**
   * Counts one more; 1 write unit.
   *
   * @param key returns the key of the token's item for a minute, counted from the epoch
   * @return how many seconds the token must wait; empty if it may go on
   */
  public OptionalLong count(LongFunction<Key> key) {
    Instant now = table.clock().instant();
    long window = now.getEpochSecond() / WINDOW_SECONDS;
    Instant end = Instant.ofEpochSecond((window + 1) * WINDOW_SECONDS);
    Key counted = key.apply(window);
    if (!slowed.contains(counted) && count(counted, end.plus(KEPT)) <= max) {
      return OptionalLong.empty();
    }
    if (slowed.size() >= MAX_REMEMBERED) {
      slowed.clear();
    }
    slowed.add(counted);
    return OptionalLong.of(Duration.between(now, end).plusNanos(999_999_999).toSeconds());
  }

  /** Counts one more and returns the new count; 0 if the table does not answer in time. */
  private long count(Key key, Instant dropAt) {
    Update count = Update.of(key).add(ASKED, 1).set(TableSchema.EXPIRE_AT, dropAt.getEpochSecond());
    try {
      return table
          .update(count, table.clock().instant().plus(PATIENCE))
          .map(item -> item.number(ASKED))
          .orElse(0L);
    } catch (UnavailableException e) {
      return 0;
    }
  }
}
