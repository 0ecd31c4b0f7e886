package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * An entry or exit of a ticket that is no check-in: those that come after its first entry on a
 * list, and exits.
 *
 * @param id unique in the account; later ones of a list are larger
 * @param createdAt the server's time, to the millisecond
 * @param scannedAt when the device said it scanned, or {@code null}
 */
public record RecordedPassage(
    long id,
    boolean exit,
    long ticketId,
    String ticketReference,
    Instant createdAt,
    Instant scannedAt,
    String scannedBy) {
  public RecordedPassage {
    Ids.check(id);
    Ids.check(ticketId);
    Objects.requireNonNull(ticketReference, "ticketReference");
    Objects.requireNonNull(createdAt, "createdAt");
  }

  public String type() {
    return exit ? "exit" : "entry";
  }
}
