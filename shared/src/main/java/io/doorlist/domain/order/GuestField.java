package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/** What staff may change of a guest, beside what the source of the order says. */
public enum GuestField implements Worded {
  NAME,
  EMAIL,
  PHONE,
  COMPANY,
  NOTE,
  ATTENTION,
  STATE,
  CODE;

  /** Returns whether it is of the order, and so of all its guests. */
  public boolean isOfOrder() {
    return this == COMPANY;
  }

  boolean isPersonal() {
    return this != STATE && this != CODE;
  }
}
