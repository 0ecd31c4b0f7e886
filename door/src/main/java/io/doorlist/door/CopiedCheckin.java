package io.doorlist.door;

/**
 * A check-in in a copy.
 *
 * @param place {@link #place} of its row and its index there, its key in the copy
 * @param ticketId of the ticket that is checked in
 * @param epochSecond of the check-in
 */
public record CopiedCheckin(long place, long ticketId, long epochSecond) {
  private static final int MAX_IN_ROW = 64;

  /** Returns the place of one of a row's check-ins, of which there are at most 64. */
  public static long place(long ordinal, int index) {
    return ordinal * MAX_IN_ROW + index;
  }

  /** Returns the ordinal of the row that a place is in. */
  public static long ordinal(long place) {
    return place / MAX_IN_ROW;
  }
}
