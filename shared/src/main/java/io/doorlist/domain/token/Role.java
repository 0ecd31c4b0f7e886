package io.doorlist.domain.token;

import io.doorlist.domain.Worded;

/** What a token may do; each role may do what those before it may. */
public enum Role implements Worded {
  SCANNER,
  /** Also clears up at a table: looks for lost tickets, undoes anybody's check-in. */
  DESK,
  /** Also sees orders and webhook events. */
  FULL;

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
