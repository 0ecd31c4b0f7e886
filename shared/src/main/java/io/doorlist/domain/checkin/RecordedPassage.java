package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * A passage of a ticket that is not its check-in: an exit, or an entry after the first one on a
 * list.
 *
 * @param id unique in the account; later passages of the same list have larger ids
 * @param createdAt the server's time, to the millisecond
 * @param scannedAt when the device scanned, by its own clock, or {@code null}
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
