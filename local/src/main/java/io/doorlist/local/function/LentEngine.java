package io.doorlist.local.function;

import io.doorlist.table.Condition;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** The host's table as a function sees it. A function that closes it leaves it open for others. */
record LentEngine(Engine table) implements Engine {
  @Override
  public Optional<Item> get(Key key) {
    return table.get(key);
  }

  @Override
  public Batch get(Collection<Key> keys) {
    return table.get(keys);
  }

  @Override
  public Part query(Range range, Key after) {
    return table.query(range, after);
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    return table.scan(filter, limit, after);
  }

  @Override
  public Optional<Item> write(Write write) {
    return table.write(write);
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    return table.transact(writes, token);
  }

  @Override
  public void close() {}
}
