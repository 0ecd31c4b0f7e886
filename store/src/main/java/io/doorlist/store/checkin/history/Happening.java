package io.doorlist.store.checkin.history;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import java.time.Instant;

/**
 * One thing that happened at a door. It holds no name of a guest.
 *
 * @param id of the check-in or passage, or of what was undone, as the API has it
 * @param reference the ticket's, or {@code null} if the code was unknown
 * @param ticketType slug, or {@code null}
 * @param phone the name of the token that scanned or undid, or {@code null}
 * @param gate the shop's number of the gate at which it scanned, or {@code null}
 * @param at door time: when it happened, by the server's clock
 * @param createdAt when the server took it
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param online whether the server decided; {@code null} for an undo
 * @param explained whether it fits the ticket's other passages in the area as they are known now;
 *     {@code null} for what is undone, an undo, and a double admission
 * @param undone whether it was undone later
 * @param reason why a double admission is one, or {@code null}
 */
public record Happening(
    Kind kind,
    long id,
    CheckinList list,
    String reference,
    String ticketType,
    String phone,
    Long gate,
    Instant at,
    Instant createdAt,
    Instant scannedAt,
    Boolean online,
    Boolean explained,
    boolean undone,
    String reason) {
  /** The kinds of things that happen. */
  public enum Kind implements Worded {
    /** A ticket's first entry on a list. */
    CHECK_IN,
    /** A later entry. */
    ENTRY,
    /** An exit. */
    EXIT,
    /** Somebody undid a check-in or passage. */
    UNDO,
    /** A device let somebody in whom the door refuses. */
    DOUBLE_ADMISSION
  }
}
