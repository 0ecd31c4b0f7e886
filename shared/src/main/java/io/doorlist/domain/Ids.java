package io.doorlist.domain;

/** The rule for numeric ids: 1 to 2^53 - 1, so that every client can read them as numbers. */
public final class Ids {
  /** The largest integer that a double holds exactly. */
  public static final long MAX = (1L << 53) - 1;

  private Ids() {}

  public static boolean valid(long id) {
    return id >= 1 && id <= MAX;
  }

  public static long check(long id) {
    if (!valid(id)) {
      throw new IllegalArgumentException("an id is 1 to 2^53 - 1, not " + id);
    }
    return id;
  }
}
