package io.doorlist.cli.importing.guests;

import io.doorlist.domain.order.TicketState;

/**
 * Whether a row of a guest list lets its people in. The constants are ordered from the best to the
 * worst for the guest, because the worst answer of a row counts.
 */
public enum Admission {
  VALID,
  PENDING,
  VOID;

  TicketState state() {
    return this == VOID ? TicketState.VOID : TicketState.VALID;
  }
}
