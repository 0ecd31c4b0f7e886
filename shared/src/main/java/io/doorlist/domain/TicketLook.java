package io.doorlist.domain;

import java.util.Objects;

/** The outcome of looking at a code without checking in. */
public sealed interface TicketLook {
  /**
   * A ticket.
   *
   * @param name the attendee's, or {@code null}
   * @param ticketType slug of its type
   * @param refusal the answer that a check-in would get, or {@code null} if the ticket may come in
   */
  record Seen(
      long ticketId, String ticketReference, String name, String ticketType, CheckinOutcome refusal)
      implements TicketLook {
    public Seen {
      Objects.requireNonNull(ticketReference, "ticketReference");
      Objects.requireNonNull(ticketType, "ticketType");
    }
  }

  /** No ticket to show; the answer is the same as for a check-in. */
  record Unseen(CheckinOutcome outcome) implements TicketLook {}
}
