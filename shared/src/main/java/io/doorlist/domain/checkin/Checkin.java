package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * The first entry of a ticket on a list, with what was known at that moment.
 *
 * @param id unique in the account; later check-ins of the same list have larger ids
 * @param ticketName the attendee's name at that moment, or {@code null}
 * @param createdAt the server's time, to the millisecond
 * @param clockSkew whether the device's clock was found wrong; see {@link Scan#scannedAt}
 * @param scannedAt when the device scanned, by its own clock, or {@code null}
 */
public record Checkin(
    long id,
    long ticketId,
    String ticketReference,
    String ticketName,
    Instant createdAt,
    boolean qrCodeScanned,
    boolean online,
    boolean clockSkew,
    Instant scannedAt,
    String scannedBy) {
  public Checkin {
    Ids.check(id);
    Ids.check(ticketId);
    Objects.requireNonNull(ticketReference, "ticketReference");
    Objects.requireNonNull(createdAt, "createdAt");
  }
}
