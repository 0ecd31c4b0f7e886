package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.TicketState;

/** Whether a row of a guest list lets its people in. The constants are in order, the worst last. */
public enum Admission {
  VALID,
  PENDING,
  VOID;

  TicketState state() {
    return this == VOID ? TicketState.VOID : TicketState.VALID;
  }
}
