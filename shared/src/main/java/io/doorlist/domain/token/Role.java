package io.doorlist.domain.token;

import io.doorlist.domain.Worded;

/** What a token may do. Each role may do everything that the roles above it may. */
public enum Role implements Worded {
  SCANNER,
  /** For staff at a desk, who also search for tickets and undo anybody's check-in. */
  DESK,
  /** May also read orders and webhook events. */
  FULL;

  public boolean includes(Role other) {
    return compareTo(other) >= 0;
  }
}
