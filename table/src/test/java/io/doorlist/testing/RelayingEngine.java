package io.doorlist.testing;

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

/**
 * Passes calls on to another engine. A test overrides the call that it changes, or {@link #relay}
 * to see all calls. Closing it leaves the other engine open.
 */
public class RelayingEngine implements Engine {
  private final Engine next;

  public RelayingEngine(Engine next) {
    this.next = next;
  }

  /** Makes a call; every call passes here. */
  protected <A> A relay(Call<A> call) {
    return call.on(next);
  }

  @Override
  public Optional<Item> get(Key key) {
    return relay(new Call.Get(key));
  }

  @Override
  public Batch get(Collection<Key> keys) {
    return relay(new Call.GetMany(keys));
  }

  @Override
  public Part query(Range range, Key after) {
    return relay(new Call.Query(range, after));
  }

  @Override
  public Part scan(Condition filter, int limit, Key after) {
    return relay(new Call.Scan(filter, limit, after));
  }

  @Override
  public Optional<Item> write(Write write) {
    return relay(new Call.Single(write));
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    return relay(new Call.Transact(List.copyOf(writes), token));
  }

  @Override
  public void close() {}
}
