package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.TicketState;

/** Whether a row of a guest list is let in, the worst last. */
public enum Admission {
  VALID,
  PENDING,
  VOID;

  TicketState state() {
    return this == VOID ? TicketState.VOID : TicketState.VALID;
  }
}
