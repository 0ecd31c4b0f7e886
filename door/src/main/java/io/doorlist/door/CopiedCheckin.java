package io.doorlist.door;

/**
 * A check-in in a copy.
 *
 * @param place its key in the copy: 64 times the number of its row, and its index there
 * @param doorTime when the device scanned, in epoch milliseconds; the time of the check-in at a
 *     list whose passages are not copied
 * @param tie decides between passages of the same time, as in {@link Passage}; 0 there
 */
public record CopiedCheckin(long place, long ticketId, long epochSecond, long doorTime, long tie) {
  private static final long MILLIS = 1000;

  /** Creates a check-in at a list whose passages are not copied. */
  public CopiedCheckin(long place, long ticketId, long epochSecond) {
    this(place, ticketId, epochSecond, epochSecond * MILLIS, 0);
  }

  /** Returns the check-in as a passage at a list with this rule. */
  Passage passage(Reentry reentry) {
    return new Passage(doorTime, tie, false, reentry);
  }

  /** Returns whether this says no more than time and ticket. */
  boolean isPlain() {
    return doorTime == epochSecond * MILLIS && tie == 0;
  }
}
