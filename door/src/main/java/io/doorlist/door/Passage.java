package io.doorlist.door;

/**
 * An entry or exit of a ticket.
 *
 * @param at door time: when the device scanned, by the server's clock, in epoch milliseconds
 * @param tie orders passages of the same time; these are 32 bits of the digest of the device's
 *     token
 * @param exit whether it is an exit
 * @param reentry the list's re-entry rule when the passage was recorded
 */
public record Passage(long at, long tie, boolean exit, Reentry reentry)
    implements Comparable<Passage> {
  /** Sorts by time, then by tie. With the same time and tie, an entry comes before an exit. */
  @Override
  public int compareTo(Passage other) {
    int byTime = Long.compare(at, other.at);
    int byTie = byTime != 0 ? byTime : Long.compare(tie, other.tie);
    int byType = byTie != 0 ? byTie : Boolean.compare(exit, other.exit);
    return byType != 0 ? byType : reentry.compareTo(other.reentry);
  }
}
