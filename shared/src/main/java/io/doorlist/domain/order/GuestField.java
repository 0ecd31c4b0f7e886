package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/**
 * What staff can change about a guest. A source, such as a shop, has values for all of these except
 * the badge, and they may differ from what staff entered.
 */
public enum GuestField implements Worded {
  NAME,
  EMAIL,
  PHONE,
  COMPANY,
  NOTE,
  ATTENTION,
  STATE,
  CODE,

  /** Notes that a badge was printed. It has no value. */
  BADGE;

  /** Returns whether the value belongs to the order, so that all guests of the order share it. */
  public boolean isOfOrder() {
    return this == COMPANY;
  }

  boolean isPersonal() {
    return this != STATE && this != CODE && this != BADGE;
  }
}
