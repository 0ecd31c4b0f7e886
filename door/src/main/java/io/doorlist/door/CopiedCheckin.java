package io.doorlist.door;

/**
 * A check-in in a {@link DoorCopy}.
 *
 * @param place its key in the copy, which is 64 times the number of its row in the list's log, plus
 *     its index in that row
 * @param doorTime when the device scanned, in epoch milliseconds; at a list whose passages are not
 *     copied, the time of the check-in
 * @param tie orders passages of the same time, as in {@link Passage}; 0 at a list whose passages
 *     are not copied
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

  /** Returns whether the check-in has no door time and no tie of its own. */
  boolean isPlain() {
    return doorTime == epochSecond * MILLIS && tie == 0;
  }
}
