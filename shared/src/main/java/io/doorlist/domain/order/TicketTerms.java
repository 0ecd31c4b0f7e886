package io.doorlist.domain.order;

import java.time.Instant;

/**
 * The shop's conditions for a ticket, besides its state. Absent ones are {@code null}.
 *
 * @param validFrom the first second in which the ticket lets somebody in
 * @param validUntil the last second in which the ticket lets somebody in
 * @param blocked why the ticket lets nobody in at present, in the shop's words
 * @param seriesDate for an event with several dates, the date that the ticket is for, as the shop
 *     names it
 */
public record TicketTerms(
    Instant validFrom, Instant validUntil, String blocked, String seriesDate, Long addonTo) {
  public static final TicketTerms NONE = new TicketTerms(null, null, null, null, null);

  public boolean isBlocked() {
    return blocked != null;
  }
}
