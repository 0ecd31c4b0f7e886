package io.doorlist.domain;

import java.time.Instant;
import java.util.Objects;

/**
 * One person's way in. Its id is unique in its event, so is its QR code identifier, and both stay
 * as they are.
 *
 * @param name the attendee's; with e-mail and phone number it may be unknown ({@code null})
 * @param ticketType slug of its type
 * @param qrCodeIdentifier {@code null} only in an import line that leaves it to us
 */
public record Ticket(
    long id,
    String reference,
    TicketState state,
    String name,
    String email,
    String phoneNumber,
    String ticketType,
    JsonObject responses,
    String qrCodeIdentifier,
    Instant createdAt,
    Instant updatedAt) {
  public Ticket {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(ticketType, "ticketType");
    Objects.requireNonNull(responses, "responses");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
  }

  /** Returns the same ticket with this QR code identifier. */
  public Ticket withQrCodeIdentifier(String identifier) {
    return new Ticket(
        id,
        reference,
        state,
        name,
        email,
        phoneNumber,
        ticketType,
        responses,
        identifier,
        createdAt,
        updatedAt);
  }
}
