package io.doorlist.store.table;

import java.util.Map;

/** The outcome of a transaction: all of it is written, or nothing. */
public sealed interface Transaction {
  /** Returns whether it is written. */
  default boolean written() {
    return this instanceof Written;
  }

  /** All is written. */
  record Written() implements Transaction {}

  /**
   * Nothing is written.
   *
   * @param failed the writes whose conditions did not hold, with the items that were there, which
   *     have no attributes if there were none
   */
  record Rejected(Map<Write, Item> failed) implements Transaction {
    /** Returns whether this write's condition did not hold. */
    public boolean failed(Write write) {
      return failed.containsKey(write);
    }

    /** Returns what was there instead, where {@link #failed(Write)}. */
    public Item old(Write write) {
      return failed.get(write);
    }
  }
}
