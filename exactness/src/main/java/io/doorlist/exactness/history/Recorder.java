package io.doorlist.exactness.history;

import java.util.List;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicLong;

/** Takes down what clients do, without making any of them wait. Thread-safe. */
public final class Recorder {
  private final AtomicLong ticks = new AtomicLong();
  private final ConcurrentLinkedQueue<Operation> operations = new ConcurrentLinkedQueue<>();

  /** Returns the present moment; no other call returns the same. */
  public long tick() {
    return ticks.incrementAndGet();
  }

  /** Takes down an operation that ends now. */
  public void ended(int client, Asked asked, long invoked, Answer answer) {
    operations.add(new Operation(client, asked, invoked, tick(), answer));
  }

  /** Returns all that has ended, in about that order. */
  public List<Operation> operations() {
    return List.copyOf(operations);
  }
}
