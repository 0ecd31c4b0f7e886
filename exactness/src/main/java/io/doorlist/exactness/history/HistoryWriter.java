package io.doorlist.exactness.history;

import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Records what clients do, without making them wait. Thread-safe. */
public final class HistoryWriter {
  private final AtomicLong ticks = new AtomicLong();
  private final ConcurrentLinkedQueue<Operation> operations = new ConcurrentLinkedQueue<>();
  private final InstantSource clock;

  public HistoryWriter(InstantSource clock) {
    this.clock = clock;
  }

  public Tick now() {
    return new Tick(ticks.incrementAndGet(), clock.instant());
  }

  public void ended(int client, Asked asked, Tick begun, Answer answer) {
    operations.add(new Operation(client, asked, begun, now(), answer));
  }

  /** Returns all operations that have ended, roughly in the order in which they ended. */
  public List<Operation> operations() {
    return List.copyOf(operations);
  }
}
