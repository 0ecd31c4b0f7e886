package io.doorlist.domain.event;

import io.doorlist.domain.Worded;

/** Whether a list lets a ticket in that has been in its area before. */
public enum Reentry implements Worded {
  /** A ticket comes in once. */
  NEVER,
  /** A ticket that has left may come in again. */
  AFTER_EXIT,
  /** A ticket may come in any number of times. */
  ALWAYS
}
