package io.doorlist.door;

import io.doorlist.door.rules.ListRule.Guest;

/** What is known about a scanned code at one list. */
public sealed interface CodeFacts {
  /** No ticket in the mode of the request has ever had this code. */
  record UnknownCode() implements CodeFacts {}

  /** The ticket has another code now. */
  record RevokedCode() implements CodeFacts {}

  /**
   * The code of a ticket.
   *
   * @param inSince epoch second of the ticket's check-in on this list, {@link #NOT_IN} if there is
   *     none
   * @param guest who the list's rule judges; {@code null} for nobody in particular
   */
  record TicketCode(
      long inSince,
      boolean admittedHere,
      boolean voided,
      boolean blocked,
      OrderStatus order,
      Window window,
      Guest guest)
      implements CodeFacts {
    public static final long NOT_IN = Long.MIN_VALUE;
  }

  /** The code of an order, and whether the wanted types are known, and all admitted here. */
  record OrderCode(boolean typesKnown, boolean admittedHere, OrderStatus order)
      implements CodeFacts {}

  /** The status of an order; one that is valid while it is pending counts as confirmed. */
  enum OrderStatus {
    CONFIRMED,
    PENDING,
    CANCELLED
  }
}
