package io.doorlist.exactness.simulator.fault;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.Supplier;

/** A table with a replica that lags, which serves eventually consistent reads. Thread-safe. */
public final class LaggingEngine implements Engine {
  private static final ThreadLocal<Boolean> EVENTUALLY = ThreadLocal.withInitial(() -> false);

  private final InstantSource clock;
  private final Duration lag;
  private final Engine table;
  private final Engine replica;
  private final Deque<Written> notYetCopied = new ArrayDeque<>();
  private long staleReads;

  private record Written(Instant at, ItemChange change) {}

  /**
   * Creates a copy of a table.
   *
   * @param lag by how much the replica lags behind
   */
  public LaggingEngine(MemoryEngine begin, InstantSource clock, Duration lag) {
    this.clock = clock;
    this.lag = lag;
    this.table = begin.copy(clock, this::written);
    this.replica = lag.isZero() ? table : begin.copy(clock, change -> {});
  }

  /**
   * Reads from the replica, whatever the calls of the read say: reads by key cannot ask for that.
   * The calls are made by this thread.
   */
  public static <T> T eventually(Supplier<T> read) {
    boolean before = EVENTUALLY.get();
    EVENTUALLY.set(true);
    try {
      return read.get();
    } finally {
      EVENTUALLY.set(before);
    }
  }

  /** Returns how many eventually consistent reads saw something old. */
  public synchronized long staleReads() {
    return staleReads;
  }

  private void written(ItemChange change) {
    if (!lag.isZero()) {
      notYetCopied.add(new Written(clock.instant(), change));
    }
  }

  private <T> T read(boolean consistent, Function<Engine, T> call) {
    T now = call.apply(table);
    if (lag.isZero() || (consistent && !EVENTUALLY.get())) {
      return now;
    }
    copy();
    T then = call.apply(replica);
    staleReads += then.equals(now) ? 0 : 1;
    return then;
  }

  /** Copies to the replica what is old enough. */
  private void copy() {
    Instant until = clock.instant().minus(lag);
    while (!notYetCopied.isEmpty() && !notYetCopied.peek().at().isAfter(until)) {
      ItemChange change = notYetCopied.remove().change();
      replica.write(change.now().isEmpty() ? Write.delete(change.key()) : Write.put(change.now()));
    }
  }

  @Override
  public synchronized Optional<Item> get(Key key) {
    return read(true, engine -> engine.get(key));
  }

  @Override
  public synchronized Batch get(Collection<Key> keys) {
    return read(true, engine -> engine.get(keys));
  }

  @Override
  public synchronized Part query(Range range, Key after) {
    return read(range.consistent(), engine -> engine.query(range, after));
  }

  @Override
  public synchronized Part scan(Condition filter, int limit, Key after) {
    return read(true, engine -> engine.scan(filter, limit, after));
  }

  @Override
  public synchronized Optional<Item> write(Write write) {
    return table.write(write);
  }

  @Override
  public synchronized Transaction transact(List<? extends Write> writes, String token) {
    return table.transact(writes, token);
  }

  @Override
  public void close() {}
}
