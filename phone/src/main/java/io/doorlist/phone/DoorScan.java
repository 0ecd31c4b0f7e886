package io.doorlist.phone;

import java.util.Map;

/**
 * One scan of a code, to let somebody in or out. The service identifies the scan by these members,
 * so none of them changes once the scan is made.
 *
 * @param key a UUID, the idempotency key of every request about this scan
 * @param list id of the check-in list
 * @param code the code of a ticket or, with counts, of an order
 * @param exit whether somebody leaves
 * @param counts how many people with each ticket type of an order come in or leave; empty for a
 *     ticket, or if all guests of an order leave
 * @param at when the code was scanned, in epoch milliseconds, by the service's clock as far as the
 *     phone knew it
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
   * Returns whether the code is certainly an order's, which stands for several tickets. The code of
   * an exit without counts may be an order's, too.
   */
  public boolean order() {
    return !counts.isEmpty();
  }

  /** Returns the scan without a key, which means that there is nothing to take back. */
  DoorScan undone() {
    return new DoorScan("", list, code, exit, counts, at, read);
  }

  /** Leaves the code out, so that no log has it. */
  @Override
  public String toString() {
    return "DoorScan[" + key + (exit ? " exit" : "") + "]";
  }
}
