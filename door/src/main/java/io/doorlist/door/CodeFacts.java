package io.doorlist.door;

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
   * @param admittedHere whether the list admits tickets of this type
   * @param voided whether the ticket is void
   * @param blocked whether the ticket is blocked for now
   * @param order the status of the ticket's order
   * @param validIfPending whether the ticket is valid while its order is pending
   * @param window when the ticket itself is valid
   */
  record TicketCode(
      long inSince,
      boolean admittedHere,
      boolean voided,
      boolean blocked,
      OrderStatus order,
      boolean validIfPending,
      Window window)
      implements CodeFacts {
    /** The {@code inSince} of a ticket that is not checked in. */
    public static final long NOT_IN = Long.MIN_VALUE;
  }

  /** The status of an order. */
  enum OrderStatus {
    CONFIRMED,
    PENDING,
    CANCELLED
  }
}
