package io.doorlist.testing;

import io.doorlist.store.sequence.Sequence;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Pace;
import io.doorlist.table.Retry;
import io.doorlist.table.Table;
import io.doorlist.table.Time;
import io.doorlist.table.Write;
import io.doorlist.table.memory.MemoryEngine;
import java.time.Clock;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;

/** A fresh table in memory. */
public final class TestTable {
  private static final AtomicInteger TABLES = new AtomicInteger();

  private final String name = "test-" + TABLES.incrementAndGet();
  private final Engine engine;

  public TestTable() {
    this(change -> {});
  }

  /** Creates a table whose feed of changes goes somewhere. */
  public TestTable(Consumer<ItemChange> feed) {
    this(true, feed);
  }

  /** Creates a table without a format: one that an earlier version filled. */
  public static TestTable withoutFormat() {
    return new TestTable(false, change -> {});
  }

  private TestTable(boolean current, Consumer<ItemChange> feed) {
    engine = new MemoryEngine(InstantSource.system(), feed);
    if (current) {
      stores(Clock.systemUTC()).format().setCurrent();
    }
  }

  public void put(List<Item> items) {
    items.forEach(item -> engine.write(Write.put(item)));
  }

  /** Returns all items of the table. */
  public List<Item> items() {
    return WholeTable.all(engine);
  }

  public String name() {
    return name;
  }

  public Engine engine() {
    return engine;
  }

  public Stores stores(Clock clock) {
    return stores(engine, clock);
  }

  public Stores stores(Engine other, Clock clock) {
    return Stores.connect(other, name, clock);
  }

  public Sequence sequence() {
    return new Sequence(access());
  }

  public Table access() {
    return access(engine);
  }

  public Table access(Engine other) {
    return access(other, Clock.systemUTC());
  }

  public Table access(Engine other, Clock clock) {
    Retry retry =
        new Retry(new Time(clock, new Random(1), length -> Thread.onSpinWait()), Pace.FREE);
    return new Table(other, name, retry, Duration.ofSeconds(60));
  }
}
