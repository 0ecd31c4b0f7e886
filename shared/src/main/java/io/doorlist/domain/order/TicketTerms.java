package io.doorlist.domain.order;

import java.time.Instant;

/**
 * The shop's conditions of a ticket, besides its state; absent ones are {@code null}.
 *
 * @param validFrom nobody is let in before
 * @param validUntil nobody is let in after that second
 * @param blocked why the ticket lets nobody in for now, in the shop's words
 * @param seriesDate the date of a series that it is for, as the shop names it
 */
public record TicketTerms(
    Instant validFrom, Instant validUntil, String blocked, String seriesDate, Long addonTo) {
  public static final TicketTerms NONE = new TicketTerms(null, null, null, null, null);

  public boolean isBlocked() {
    return blocked != null;
  }
}
