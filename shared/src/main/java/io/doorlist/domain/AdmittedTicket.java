package io.doorlist.domain;

import java.util.Objects;

/**
 * A ticket as a check-in list shows it (contract 2.5).
 *
 * @param ticketType slug of its type; answers show the type's name
 */
public record AdmittedTicket(
    String qrCodeIdentifier, String reference, long id, String ticketType) {
  public AdmittedTicket {
    Objects.requireNonNull(qrCodeIdentifier, "qrCodeIdentifier");
    Objects.requireNonNull(reference, "reference");
    Ids.check(id);
    Objects.requireNonNull(ticketType, "ticketType");
  }
}
