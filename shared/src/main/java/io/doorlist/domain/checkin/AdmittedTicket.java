package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * A ticket as a check-in list shows it.
 *
 * @param ticketType slug of its type; answers show the type's name
 * @param validFrom the first second in which the ticket lets somebody in; may be {@code null}
 * @param validUntil the last second in which the ticket lets somebody in; may be {@code null}
 * @param mainCode for an add-on, the code of the ticket that it belongs to, if the list lets that
 *     code stand for its add-ons; otherwise {@code null}
 * @param unpaid whether its order is pending
 * @param noted whether there is a note about the guest for staff
 */
public record AdmittedTicket(
    String qrCodeIdentifier,
    String reference,
    long id,
    String ticketType,
    Instant validFrom,
    Instant validUntil,
    String mainCode,
    boolean unpaid,
    boolean noted) {
  public AdmittedTicket {
    Objects.requireNonNull(qrCodeIdentifier, "qrCodeIdentifier");
    Objects.requireNonNull(reference, "reference");
    Ids.check(id);
    Objects.requireNonNull(ticketType, "ticketType");
  }

  public AdmittedTicket(String qrCodeIdentifier, String reference, long id, String ticketType) {
    this(qrCodeIdentifier, reference, id, ticketType, null, null, null, false, false);
  }
}
