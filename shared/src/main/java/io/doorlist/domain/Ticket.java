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
 * @param forgotten whether its person's data was erased for good: such a ticket has none, whatever
 *     it is made of (ADR 0019)
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
    Instant updatedAt,
    boolean forgotten) {
  public Ticket {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(ticketType, "ticketType");
    Objects.requireNonNull(responses, "responses");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    if (forgotten) {
      name = null;
      email = null;
      phoneNumber = null;
      responses = JsonObject.EMPTY;
    }
  }

  /** Makes a ticket that is not forgotten. */
  public Ticket(
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
    this(
        id,
        reference,
        state,
        name,
        email,
        phoneNumber,
        ticketType,
        responses,
        qrCodeIdentifier,
        createdAt,
        updatedAt,
        false);
  }

  /** Returns the same ticket with this QR code identifier. */
  public Ticket withQrCodeIdentifier(String identifier) {
    return with(identifier, forgotten);
  }

  /** Returns the same ticket without its person's data, for good. */
  public Ticket forget() {
    return with(qrCodeIdentifier, true);
  }

  private Ticket with(String identifier, boolean nowForgotten) {
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
        updatedAt,
        nowForgotten);
  }
}
