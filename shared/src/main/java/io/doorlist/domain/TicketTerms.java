package io.doorlist.domain;

import java.time.Instant;

/**
 * What a shop says of a ticket beyond its state; what it does not say is {@code null}.
 *
 * @param validFrom nobody is let in before
 * @param validUntil nobody is let in after that second
 * @param blocked why the ticket lets nobody in for now, in the shop's word
 * @param seriesDate which date of a series it is for, in the shop's word
 * @param addonTo id of the ticket that it was bought with
 */
public record TicketTerms(
    Instant validFrom, Instant validUntil, String blocked, String seriesDate, Long addonTo) {
  /** Says nothing. */
  public static final TicketTerms NONE = new TicketTerms(null, null, null, null, null);

  /** Returns whether the ticket lets nobody in for now. */
  public boolean isBlocked() {
    return blocked != null;
  }
}
