package io.doorlist.domain.desk;

import io.doorlist.domain.Worded;

/** The outcome of changing a guest. */
public sealed interface GuestEditOutcome {
  /** The guest as it is now. It was changed, or was already as wanted. */
  record Done(Guest guest) implements GuestEditOutcome {}

  /** The guest stays as it is. */
  record Refused(Reason reason) implements GuestEditOutcome {}

  enum Reason implements Worded {
    /** The person was forgotten, so no data about them is kept. */
    FORGOTTEN,
    /** No desk added the guest, and this token may make only tickets void that a desk added. */
    NOT_ADDED,
    /** The ticket is void, so it needs no new code. */
    VOID,
    /** The changed order would be larger than the table can store. */
    TOO_LARGE
  }
}
