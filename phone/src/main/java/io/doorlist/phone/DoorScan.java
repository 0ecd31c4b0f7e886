package io.doorlist.phone;

import java.util.Map;

/**
 * What one look at a code wants: to let somebody in, or out. These members name the scan at the
 * service for ever, so none of them changes once it is made.
 *
 * @param key a UUID, the idempotency key of every request about this scan
 * @param list id of the check-in list
 * @param code of a ticket or, with counts, of an order
 * @param exit whether somebody leaves
 * @param counts how many of which ticket type of an order come in or leave; empty for a ticket, or
 *     if all of an order leave
 * @param at epoch milliseconds, by the service's clock as far as it was known
 * @param read whether a camera or a hand scanner read the code; false if it was typed
 */
public record DoorScan(
    String key,
    String list,
    String code,
    boolean exit,
    Map<String, Integer> counts,
    long at,
    boolean read) {
  public DoorScan {
    counts = Map.copyOf(counts);
  }

  /**
   * Returns whether the code is certainly an order's, which stands for several tickets. An exit
   * without counts may be of one, too.
   */
  public boolean order() {
    return !counts.isEmpty();
  }

  /** Returns the scan as one that leaves nothing to take back. */
  DoorScan undone() {
    return new DoorScan("", list, code, exit, counts, at, read);
  }

  /** Shows no code. */
  @Override
  public String toString() {
    return "DoorScan[" + key + (exit ? " exit" : "") + "]";
  }
}
