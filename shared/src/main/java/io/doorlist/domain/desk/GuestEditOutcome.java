package io.doorlist.domain.desk;

import io.doorlist.domain.Worded;

/** What became of the wish to change a guest. */
public sealed interface GuestEditOutcome {
  /** The guest as it is now, changed or as wanted before. */
  record Done(Guest guest) implements GuestEditOutcome {}

  /** The guest stays as it is. */
  record Refused(Reason reason) implements GuestEditOutcome {}

  enum Reason implements Worded {
    /** The person was forgotten: nothing is kept of them. */
    FORGOTTEN,
    /** No desk added the guest, and this token may make void only whom a desk added. */
    NOT_ADDED,
    /** The ticket is void, and needs no new code. */
    VOID,
    /** With the rest of its order it is more than can be kept. */
    TOO_LARGE
  }
}
