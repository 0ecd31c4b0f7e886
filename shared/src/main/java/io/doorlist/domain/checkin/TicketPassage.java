package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * An entry or exit of a ticket that is no check-in: those that come after its first entry on a
 * list, and exits.
 *
 * @param id unique among the passages of the account; later ones of a list are larger
 * @param createdAt the server's time, to the millisecond
 * @param scannedAt when the device said it scanned, or {@code null}
 * @param scannedBy the name of the token that asked, or {@code null}
 * @param at door time: when the device scanned, by the server's clock
 * @param undone whether it was undone
 */
public record TicketPassage(
    long id,
    boolean exit,
    long ticketId,
    String ticketReference,
    Instant createdAt,
    Instant scannedAt,
    String scannedBy,
    Instant at,
    boolean online,
    boolean undone) {
  public TicketPassage {
    Ids.check(id);
    Ids.check(ticketId);
    Objects.requireNonNull(ticketReference, "ticketReference");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(at, "at");
  }

  /** Returns the word for its type in answers. */
  public String type() {
    return exit ? "exit" : "entry";
  }

  /**
   * A passage as a list shows it.
   *
   * @param unexplained whether it does not fit the ticket's other passages as they are known now:
   *     an entry of somebody inside, an exit of somebody outside
   */
  public record Shown(TicketPassage passage, boolean unexplained) {}
}
