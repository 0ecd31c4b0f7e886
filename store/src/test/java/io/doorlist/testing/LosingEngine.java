package io.doorlist.testing;

import io.doorlist.table.ConflictException;
import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import java.time.Duration;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;

/**
 * Fails every transaction, as if others were writing or had written its items. Each takes three
 * seconds.
 */
public final class LosingEngine extends RelayingEngine {
  private final MovableClock clock;
  private final boolean conflict;
  private final Predicate<Write> inTheWay;

  /**
   * Lets every transaction fail.
   *
   * @param conflict whether others are writing the items; otherwise they have written them
   * @param inTheWay which of its items are
   */
  public LosingEngine(
      Engine next, MovableClock clock, boolean conflict, Predicate<Write> inTheWay) {
    super(next);
    this.clock = clock;
    this.conflict = conflict;
    this.inTheWay = inTheWay;
  }

  @Override
  public Transaction transact(List<? extends Write> writes, String token) {
    clock.pass(Duration.ofSeconds(3));
    Set<Integer> positions = new HashSet<>();
    Map<Write, Item> failed = new HashMap<>();
    for (int i = 0; i < writes.size(); i++) {
      Write write = writes.get(i);
      if (inTheWay.test(write)) {
        positions.add(i);
        failed.put(write, get(write.key()).orElseGet(Item::new));
      }
    }
    if (conflict) {
      throw new ConflictException(positions, "in the way", null);
    }
    return new Transaction.Rejected(failed);
  }
}
