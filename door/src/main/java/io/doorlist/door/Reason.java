package io.doorlist.door;

import java.util.Arrays;

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

  public String word() {
    return word;
  }

  public static Reason of(String word) {
    return Arrays.stream(values())
        .filter(each -> each.word.equals(word))
        .findFirst()
        .orElseThrow(() -> new IllegalArgumentException("no reason is called '" + word + "'"));
  }
}
