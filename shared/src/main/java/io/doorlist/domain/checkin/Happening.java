package io.doorlist.domain.checkin;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * One thing that happened at a list's door. It names no guest.
 *
 * @param id unique in the account, and larger for later happenings of the same list; {@code null}
 *     for a refusal
 * @param ticketId {@code null} if the code was unknown; reference and type are {@code null}, too
 * @param at door time: when it happened, by the server's clock
 * @param scannedAt when the device scanned, by its own clock, or {@code null}
 * @param scannedBy the organiser's name for the device's token, or {@code null}
 * @param gate the shop's number of the gate where the device was, or {@code null}
 * @param online whether the server decided; {@code null} for an undo
 * @param explained whether the ticket's other passages in the area, as known now, explain it; false
 *     for a wrong admission
 * @param reason why somebody was or should have been refused, or {@code null}
 */
public record Happening(
    Type type,
    Long id,
    CheckinList list,
    Long ticketId,
    String reference,
    String ticketType,
    Instant at,
    Instant createdAt,
    Instant scannedAt,
    String token,
    String scannedBy,
    Long gate,
    Boolean online,
    boolean explained,
    boolean undone,
    String reason,
    Undone undoes,
    String requestId) {
  /** The reason of a wrong admission whose code no ticket has. */
  public static final String NOT_FOUND = "not_found";

  public static final Comparator<Happening> NEWEST_FIRST =
      Comparator.comparing(Happening::at).thenComparing(Happening::createdAt).reversed();

  public Happening {
    Objects.requireNonNull(at, "at");
    Objects.requireNonNull(createdAt, "createdAt");
  }

  public enum Type implements Worded {
    /** A ticket's first entry on a list. */
    CHECK_IN,
    ENTRY,
    EXIT,
    /** A device let somebody in whom the door refuses, for another reason than being in already. */
    WRONG,
    /** Somebody undid one of the above. */
    UNDO,
    /** The server refused a scan. It is no part of a list's log. */
    REFUSAL
  }

  public record Undone(Type type, long id, String token) {}

  /** Returns whether staff should look at it, because somebody was let in twice or wrongly. */
  public boolean isOpen() {
    return !undone && !explained && type != Type.EXIT;
  }
}
