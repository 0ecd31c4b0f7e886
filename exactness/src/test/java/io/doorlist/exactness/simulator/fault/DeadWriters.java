package io.doorlist.exactness.simulator.fault;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Engine;
import io.doorlist.table.Update;

/** Functions that reserve ordinals in a sequence and are then killed. */
public final class DeadWriters {
  /** How many writers come between two that settle, as in the store's {@code Sequence}. */
  public static final int SETTLE_EVERY = 32;

  /** More than the store's {@code Sequence} waits for: 100. */
  private static final int GAP_PATIENCE = 128;

  private DeadWriters() {}

  /** Kills so many writers that earlier ones count as dead too. */
  static void overtake(FaultPlan faults, Engine table, String sequence) {
    die(faults, table, sequence, GAP_PATIENCE);
  }

  /** The writer after the killed ones gets the ordinal at which it must settle, or one near it. */
  public static void die(FaultPlan faults, Engine table, String sequence, int least) {
    long next = table.get(TableSchema.head(sequence)).map(head -> head.number("next")).orElse(0L);
    long dead = SETTLE_EVERY - 1 - next % SETTLE_EVERY + least;
    if (dead > 0) {
      faults.count(FaultKind.DEAD_WRITERS, dead);
      table.write(Update.of(TableSchema.head(sequence)).add("next", dead));
    }
  }
}
