package io.doorlist.door;

import io.doorlist.door.rules.ListRule.Guest;

/** What is known about a scanned code at one list. */
public sealed interface CodeFacts {
  /** No ticket in the mode of the request (live or test) has ever had this code. */
  record UnknownCode() implements CodeFacts {}

  /** A ticket had this code, but has another one now. */
  record RevokedCode() implements CodeFacts {}

  /**
   * The code of a ticket.
   *
   * @param inSince epoch second of the ticket's check-in on this list, or {@link #NOT_IN} if it has
   *     none
   * @param guest the guest whom the list's rule judges, or {@code null} if no guest is known
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

  /**
   * The code of an order. The flags are about the ticket types that the scan asks for: whether the
   * event has them all, and whether the list admits them all.
   */
  record OrderCode(boolean typesKnown, boolean admittedHere, OrderStatus order)
      implements CodeFacts {}

  /** The status of an order. A pending order whose tickets are valid counts as confirmed. */
  enum OrderStatus {
    CONFIRMED,
    PENDING,
    CANCELLED
  }
}
