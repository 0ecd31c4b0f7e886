package io.doorlist.door;

/**
 * An entry or exit of a ticket.
 *
 * @param at door time in epoch milliseconds: when the device scanned, by our clock
 * @param tie decides between passages of the same time: 32 bits of the digest of the token
 * @param exit whether it is an exit
 * @param reentry what the list said of re-entry when the passage was recorded
 */
public record Passage(long at, long tie, boolean exit, Reentry reentry)
    implements Comparable<Passage> {
  /** Sorts by time; an entry and an exit of one time and tie are in this order. */
  @Override
  public int compareTo(Passage other) {
    int byTime = Long.compare(at, other.at);
    int byTie = byTime != 0 ? byTime : Long.compare(tie, other.tie);
    int byType = byTie != 0 ? byTie : Boolean.compare(exit, other.exit);
    return byType != 0 ? byType : reentry.compareTo(other.reentry);
  }
}
