package io.doorlist.domain;

import java.time.Instant;
import java.util.Objects;

/**
 * Somebody whom a device let in offline, on its own decision, and whom the door would have refused.
 *
 * @param id unique among those of the account
 * @param ticketId {@code null}, as {@code ticketReference} and {@code ticketType}, if the code is
 *     unknown
 * @param ticketType slug of the ticket's type
 * @param reason {@link #ALREADY_IN}, {@link #UNKNOWN} or the word of a {@link
 *     CheckinOutcome.Reason}
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param scannedBy the name of the token that uploaded it, or {@code null}
 * @param createdAt when it was uploaded
 * @param first the check-in that was there, or {@code null}
 */
public record DoubleAdmission(
    long id,
    Long ticketId,
    String ticketReference,
    String ticketType,
    String reason,
    Instant scannedAt,
    String scannedBy,
    Instant createdAt,
    Checkin first) {
  /** The word for a ticket that was already in. */
  public static final String ALREADY_IN = "already_checked_in";

  /** The word for an unknown code. */
  public static final String UNKNOWN = "not_found";

  public DoubleAdmission {
    Ids.check(id);
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(createdAt, "createdAt");
  }
}
