package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * Somebody whom a device let in offline, on its own decision, and whom the door would have refused.
 *
 * @param id unique among those of the account
 * @param ticketId {@code null}, as {@code ticketReference} and {@code ticketType}, if the code is
 *     unknown
 * @param ticketType slug of the ticket's type
 * @param reason {@link CheckinOutcome#ALREADY_CHECKED_IN}, {@link #UNKNOWN} or the word of a {@link
 *     io.doorlist.door.Reason}
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
  /** The word for an unknown code. */
  public static final String UNKNOWN = "not_found";

  public DoubleAdmission {
    Ids.check(id);
    Objects.requireNonNull(reason, "reason");
    Objects.requireNonNull(createdAt, "createdAt");
  }
}
