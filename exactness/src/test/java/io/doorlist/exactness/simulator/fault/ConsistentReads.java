package io.doorlist.exactness.simulator.fault;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.testing.RelayingEngine;
import java.util.Collection;
import java.util.Optional;
import java.util.function.Supplier;

/** Reads all with the same consistency, whatever is requested. */
public final class ConsistentReads extends RelayingEngine {
  private final boolean consistent;

  public ConsistentReads(Engine next, boolean consistent) {
    super(next);
    this.consistent = consistent;
  }

  private <T> T read(Supplier<T> call) {
    return consistent ? call.get() : LaggingEngine.eventually(call);
  }

  @Override
  public Optional<Item> get(Key key) {
    return read(() -> super.get(key));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    return read(() -> super.get(keys));
  }

  @Override
  public Part query(Range range, Key after) {
    return super.query(
        new Range(range.pk(), range.from(), range.to(), consistent, range.limit()), after);
  }
}
