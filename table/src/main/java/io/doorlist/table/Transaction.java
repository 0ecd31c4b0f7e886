package io.doorlist.table;

import java.util.Map;

/** The outcome of a transaction: all of it is written, or nothing. */
public sealed interface Transaction {
  default boolean written() {
    return this instanceof Written;
  }

  record Written() implements Transaction {}

  /**
   * Nothing is written.
   *
   * @param failed the writes whose conditions failed, each with the stored item, which has no
   *     attributes if there was none
   */
  record Rejected(Map<Write, Item> failed) implements Transaction {
    /** Returns whether this write's condition failed. */
    public boolean failed(Write write) {
      return failed.containsKey(write);
    }

    /**
     * Returns the stored item that made this write's condition fail; {@code null} if it did not
     * fail.
     */
    public Item old(Write write) {
      return failed.get(write);
    }
  }
}
