package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/** The state of a ticket; a void ticket lets nobody in. */
public enum TicketState implements Worded {
  VALID,
  VOID
}
