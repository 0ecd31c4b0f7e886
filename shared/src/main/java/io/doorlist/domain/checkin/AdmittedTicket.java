package io.doorlist.domain.checkin;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/**
 * A ticket as a check-in list shows it.
 *
 * @param ticketType slug of its type; answers show the type's name
 * @param validFrom nobody is let in before, to the second; may be {@code null}
 * @param validUntil nobody is let in after that second; may be {@code null}
 * @param mainCode the code of the ticket that it is an add-on to, at a list that matches add-ons;
 *     otherwise {@code null}
 * @param unpaid whether its order is pending
 * @param noted whether there is something that staff should know of the guest
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
