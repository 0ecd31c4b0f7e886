package io.doorlist.domain.checkin;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import java.time.Instant;
import java.util.Comparator;

/**
 * One thing that happened to a ticket at a door. It names no guest.
 *
 * @param id of the check-in, passage or double admission, or of what was undone; {@code null} for a
 *     refusal
 * @param at when it happened, by the server's clock: door time
 * @param createdAt when the server took it
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param scannedBy the name of the token that scanned or undid, or {@code null}
 * @param online whether the server decided; {@code null} for an undo
 * @param unexplained whether it does not fit the ticket's other passages in the area
 * @param undone whether it was undone later
 * @param reason why somebody was refused, or should have been, or {@code null}
 * @param requestId of the request that was refused, or {@code null}
 */
public record TicketEvent(
    Type type,
    Long id,
    long ticketId,
    String ticketReference,
    CheckinList list,
    Instant at,
    Instant createdAt,
    Instant scannedAt,
    String scannedBy,
    Boolean online,
    boolean unexplained,
    boolean undone,
    String reason,
    String requestId) {
  /** The latest first. */
  public static final Comparator<TicketEvent> NEWEST_FIRST =
      Comparator.comparing(TicketEvent::at).thenComparing(TicketEvent::createdAt).reversed();

  /** What happened. */
  public enum Type implements Worded {
    /** A ticket's first entry on a list. */
    CHECK_IN,
    /** A later entry. */
    ENTRY,
    /** An exit. */
    EXIT,
    /** Somebody undid a check-in, an entry or an exit. */
    UNDO,
    /** A device let somebody in whom the door refuses. */
    DOUBLE_ADMISSION,
    /** The server refused a scan. */
    REFUSAL
  }
}
