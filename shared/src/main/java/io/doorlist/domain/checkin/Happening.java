package io.doorlist.domain.checkin;

import io.doorlist.domain.Worded;
import io.doorlist.domain.event.CheckinList;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;

/**
 * One thing that happened at a list's door. It names no guest.
 *
 * @param id unique in the account, and larger for later ones of a list; {@code null} for a refusal
 * @param ticketId {@code null}, as reference and type, if the code was unknown
 * @param at door time: when it happened, by the server's clock
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param scannedBy the organiser's name for it, or {@code null}
 * @param gate the shop's number of the gate at which it was, or {@code null}
 * @param online whether the server decided; {@code null} for an undo
 * @param explained whether it fits the ticket's other passages in the area as they are known now;
 *     false for a wrong admission
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
  /** The reason of a wrong admission by a code that nobody has. */
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
    /** A device let somebody in whom the door refuses for another reason than being in. */
    WRONG,
    /** Somebody undid one of these. */
    UNDO,
    /** The server refused a scan. It is no part of a list's log. */
    REFUSAL
  }

  public record Undone(Type type, long id, String token) {}

  /** Returns whether somebody should look at it: somebody was let in twice, or wrongly. */
  public boolean isOpen() {
    return !undone && !explained && type != Type.EXIT;
  }
}
