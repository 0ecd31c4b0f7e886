package io.doorlist.table;

/**
 * A range of the items of one partition, in the order of their sort keys.
 *
 * @param from the first sort key
 * @param to the last sort key, included
 * @param consistent whether to read strongly consistent
 * @param limit the most items to read
 */
public record Range(String pk, String from, String to, boolean consistent, int limit) {
  /** Sorts before every sort key that our schema makes. */
  private static final String FIRST = "!";

  private static final String LAST = "~";

  private static final int NO_LIMIT = Integer.MAX_VALUE;

  /** Returns the whole partition, strongly consistent. */
  public static Range whole(String pk) {
    return between(pk, FIRST, LAST);
  }

  /** Returns the items between two sort keys, both included, strongly consistent. */
  public static Range between(String pk, String from, String to) {
    return new Range(pk, from, to, true, NO_LIMIT);
  }

  public boolean limited() {
    return limit != NO_LIMIT;
  }

  public Range first(int items) {
    return new Range(pk, from, to, consistent, items);
  }

  /** Returns the same range, read at half the cost from a replica that may lag. */
  public Range eventually() {
    return new Range(pk, from, to, false, limit);
  }
}
