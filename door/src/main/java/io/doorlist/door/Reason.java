package io.doorlist.door;

/** Why a door refuses a known ticket; answers contain the {@link #word}. */
public enum Reason {
  REVOKED("revoked"),
  WRONG_LIST("wrong_list"),
  VOID("void"),
  BLOCKED("blocked"),
  ORDER_NOT_CONFIRMED("order_not_confirmed"),
  TOO_EARLY("too_early"),
  TOO_LATE("too_late");

  private final String word;

  Reason(String word) {
    this.word = word;
  }

  /** Returns the word for this reason in answers. */
  public String word() {
    return word;
  }
}
