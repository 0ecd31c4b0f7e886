package io.doorlist.domain;

/** The state of a ticket; a void ticket lets nobody in. */
public enum TicketState implements Worded {
  VALID,
  VOID
}
