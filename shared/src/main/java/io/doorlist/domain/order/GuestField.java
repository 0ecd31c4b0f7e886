package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/** What staff may correct on a guest. The source of the order says the same, and may disagree. */
public enum GuestField implements Worded {
  NAME,
  EMAIL,
  PHONE,
  COMPANY,
  NOTE,
  ATTENTION,
  STATE,
  CODE;

  /** Returns whether the order has it, so that all guests of the order share it. */
  public boolean isOfOrder() {
    return this == COMPANY;
  }

  boolean isPersonal() {
    return this != STATE && this != CODE;
  }
}
