package io.doorlist.door;

/**
 * A check-in as a copy has it.
 *
 * @param place {@link #place} of its row and its index there, which names it in the copy
 * @param ticketId which ticket is in
 * @param epochSecond since when
 */
public record CopiedCheckin(long place, long ticketId, long epochSecond) {
  private static final int MAX_IN_ROW = 64;

  /** Returns the place of one of the check-ins, 64 at most, that a row holds. */
  public static long place(long ordinal, int index) {
    return ordinal * MAX_IN_ROW + index;
  }

  /** Returns the ordinal of the row that a place is in. */
  public static long ordinal(long place) {
    return place / MAX_IN_ROW;
  }
}
