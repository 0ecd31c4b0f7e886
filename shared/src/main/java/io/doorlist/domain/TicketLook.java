package io.doorlist.domain;

import java.util.Objects;

/** What a door sees of a code when it only looks. */
public sealed interface TicketLook {
  /**
   * A ticket.
   *
   * @param name the attendee's, or {@code null}
   * @param ticketType slug of its type
   * @param refusal what letting it in would be answered, or {@code null} if it may come in
   */
  record Seen(
      long ticketId, String ticketReference, String name, String ticketType, CheckinOutcome refusal)
      implements TicketLook {
    public Seen {
      Objects.requireNonNull(ticketReference, "ticketReference");
      Objects.requireNonNull(ticketType, "ticketType");
    }
  }

  /** No ticket to show; the answer is that of a scan. */
  record Unseen(CheckinOutcome outcome) implements TicketLook {}
}
