package io.doorlist.testing;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * Counts what calls cost: units ({@link Units}) and round trips. Only answers count: how often a
 * busy table is asked again depends on the machine.
 */
public final class CountingEngine extends RelayingEngine {
  private final Engine next;
  private final DoubleAdder readUnits = new DoubleAdder();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger writeUnits = new AtomicInteger();

  public CountingEngine(Engine next) {
    super(next);
    this.next = next;
  }

  public record Cost(double readUnits, int reads, int writes, int writeUnits) {}

  /** Returns the cost since the last call. */
  public Cost spent() {
    return new Cost(
        readUnits.sumThenReset(), reads.getAndSet(0), writes.getAndSet(0), writeUnits.getAndSet(0));
  }

  @Override
  protected <A> A relay(Call<A> call) {
    List<Write> written = call.writes();
    List<Item> before = written.stream().map(this::stored).toList();
    A answer = super.relay(call);
    (written.isEmpty() ? reads : writes).incrementAndGet();
    boolean transaction = call instanceof Call.Transact;
    for (int i = 0; i < written.size(); i++) {
      writeUnits.addAndGet(Units.ofWrite(before.get(i), stored(written.get(i)), transaction));
    }
    countRead(call, answer);
    return answer;
  }

  private Item stored(Write write) {
    return next.get(write.key()).orElseGet(Item::new);
  }

  private void countRead(Call<?> call, Object answer) {
    switch (answer) {
      case Engine.Batch batch ->
          // As DynamoDB Local counts: nothing for what is not there.
          batch.found().values().forEach(item -> readUnits.add(Units.ofRead(List.of(item), true)));
      case Engine.Part part -> {
        boolean consistent = !(call instanceof Call.Query query) || query.range().consistent();
        readUnits.add(Units.ofRead(part.items(), consistent));
      }
      case Optional<?> found -> {
        if (call instanceof Call.Get) {
          List<Item> items = found.stream().map(Item.class::cast).toList();
          readUnits.add(Units.ofRead(items, true));
        }
      }
      case Transaction written -> {}
      default -> throw new IllegalStateException("no call has this answer: " + answer.getClass());
    }
  }
}
