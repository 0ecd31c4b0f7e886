package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/**
 * What staff change of a guest. Of all but the badge the source says the same, and may disagree.
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

  /** That one was printed, which has no value. */
  BADGE;

  /** Returns whether the order has it, so that all guests of the order share it. */
  public boolean isOfOrder() {
    return this == COMPANY;
  }

  boolean isPersonal() {
    return this != STATE && this != CODE && this != BADGE;
  }
}
