package io.doorlist.door;

/** Why a known ticket or order is refused; answers contain the {@link #word}. */
public enum Reason {
  REVOKED("revoked"),
  AMBIGUOUS("ambiguous"),
  UNKNOWN_TICKET_TYPE("unknown_ticket_type"),
  WRONG_LIST("wrong_list"),
  VOID("void"),
  BLOCKED("blocked"),
  ORDER_NOT_CONFIRMED("order_not_confirmed"),
  TOO_EARLY("too_early"),
  TOO_LATE("too_late"),
  RULES("rules");

  private final String word;

  Reason(String word) {
    this.word = word;
  }

  /** Returns the word for this reason in answers. */
  public String word() {
    return word;
  }

  /**
   * Returns the reason that has this word.
   *
   * @throws IllegalArgumentException if none has
   */
  public static Reason of(String word) {
    for (Reason each : values()) {
      if (each.word.equals(word)) {
        return each;
      }
    }
    throw new IllegalArgumentException("no reason is called '" + word + "'");
  }
}
