package io.doorlist.testing;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Transaction;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/**
 * A call of an engine.
 *
 * @param <A> its answer
 */
public sealed interface Call<A> {
  /** Makes the call. */
  A on(Engine engine);

  /** Returns what it writes, if all goes well. */
  default List<Write> writes() {
    return List.of();
  }

  /** Reads one item. */
  record Get(Key key) implements Call<Optional<Item>> {
    @Override
    public Optional<Item> on(Engine engine) {
      return engine.get(key);
    }
  }

  /** Reads several items. */
  record GetMany(Collection<Key> keys) implements Call<Engine.Batch> {
    @Override
    public Engine.Batch on(Engine engine) {
      return engine.get(keys);
    }
  }

  record Query(Range range, Key after) implements Call<Engine.Part> {
    @Override
    public Engine.Part on(Engine engine) {
      return engine.query(range, after);
    }
  }

  record Scan(Condition filter, int limit, Key after) implements Call<Engine.Part> {
    @Override
    public Engine.Part on(Engine engine) {
      return engine.scan(filter, limit, after);
    }
  }

  /** A write alone. */
  record Single(Write write) implements Call<Optional<Item>> {
    @Override
    public Optional<Item> on(Engine engine) {
      return engine.write(write);
    }

    @Override
    public List<Write> writes() {
      return List.of(write);
    }
  }

  record Transact(List<Write> writes, String token) implements Call<Transaction> {
    public Transact {
      writes = List.copyOf(writes);
    }

    @Override
    public Transaction on(Engine engine) {
      return engine.transact(writes, token);
    }
  }

  static boolean isPut(Call<?> call) {
    return call instanceof Single single && single.write() instanceof Write.Put;
  }

  static boolean isUpdate(Call<?> call) {
    return call instanceof Single single && single.write() instanceof Update;
  }
}
