package io.doorlist.domain.order;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import java.time.Instant;
import java.util.Objects;

/**
 * One person's way in. Its id is unique in its event and never changes; its QR code identifier
 * changes only if the shop reissues the ticket.
 *
 * @param name the attendee's; with e-mail and phone number it may be unknown ({@code null})
 * @param qrCodeIdentifier {@code null} only in an import line without one
 * @param forgotten whether its person's data was erased for good: such a ticket has none, whatever
 *     it is made of (ADR 0019)
 * @param note what staff should know of its person
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
    TicketTerms terms,
    boolean forgotten,
    DeskNote note) {
  public Ticket {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(ticketType, "ticketType");
    Objects.requireNonNull(responses, "responses");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(note, "note");
    if (forgotten) {
      name = null;
      email = null;
      phoneNumber = null;
      responses = JsonObject.EMPTY;
      note = DeskNote.NONE;
    }
  }

  /** Creates a ticket of which staff should know nothing. */
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
      Instant updatedAt,
      TicketTerms terms,
      boolean forgotten) {
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
        terms,
        forgotten,
        DeskNote.NONE);
  }

  public Ticket withQrCodeIdentifier(String identifier) {
    return with(state, identifier, updatedAt, terms, forgotten);
  }

  public Ticket with(TicketTerms newTerms) {
    return with(state, qrCodeIdentifier, updatedAt, newTerms, forgotten);
  }

  public Ticket voided() {
    return with(TicketState.VOID, qrCodeIdentifier, updatedAt, terms, forgotten);
  }

  public Ticket touched(Instant at) {
    return with(state, qrCodeIdentifier, at, terms, forgotten);
  }

  public Ticket forget() {
    return with(state, qrCodeIdentifier, updatedAt, terms, true);
  }

  private Ticket with(
      TicketState newState,
      String identifier,
      Instant at,
      TicketTerms newTerms,
      boolean nowForgotten) {
    return new Ticket(
        id,
        reference,
        newState,
        name,
        email,
        phoneNumber,
        ticketType,
        responses,
        identifier,
        createdAt,
        at,
        newTerms,
        nowForgotten,
        note);
  }
}
