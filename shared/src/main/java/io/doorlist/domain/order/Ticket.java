package io.doorlist.domain.order;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Worded;
import java.time.Instant;
import java.util.Comparator;
import java.util.Objects;
import java.util.Optional;

/**
 * What lets one person in. Its id is unique in its event and never changes. Its QR code identifier
 * changes only if the shop or a desk reissues the ticket.
 *
 * @param name the attendee's name; like e-mail and phone number, it may be unknown ({@code null})
 * @param qrCodeIdentifier {@code null} only if read from an import line that has none
 * @param forgotten whether its person's data was erased for good. Then the constructor drops any
 *     such data that it is given (ADR 0019)
 * @param note what staff should know about the guest
 * @param corrections the changes that staff made; the other members already have the changed values
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
    DeskNote note,
    Corrections corrections) {
  public Ticket {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(ticketType, "ticketType");
    Objects.requireNonNull(responses, "responses");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(note, "note");
    Objects.requireNonNull(corrections, "corrections");
    if (forgotten) {
      name = null;
      email = null;
      phoneNumber = null;
      responses = JsonObject.EMPTY;
      note = DeskNote.NONE;
      corrections = corrections.forget();
    }
  }

  /** Creates a ticket without a note for staff, and without corrections. */
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
        DeskNote.NONE,
        Corrections.NONE);
  }

  /** Returns a value as text; {@code null} if it is unknown. */
  public String value(GuestField field) {
    return switch (field) {
      case NAME -> name;
      case EMAIL -> email;
      case PHONE -> phoneNumber;
      case NOTE -> note.text();
      case ATTENTION -> Boolean.toString(note.attention());
      case STATE -> state.word();
      case CODE -> qrCodeIdentifier;
      case BADGE -> null;
      case COMPANY -> throw new IllegalArgumentException("an order has it, and no ticket");
    };
  }

  /**
   * Returns the ticket with a value that staff entered. {@code updatedAt} stays, because it is the
   * time of the source's last change.
   */
  public Ticket corrected(GuestField field, String value, Instant at, String by) {
    return Objects.equals(value(field), value)
        ? this
        : with(field, value).with(corrections.with(field, value(field), at, by));
  }

  /** Returns the ticket with the note that a badge of its guest was printed. */
  public Ticket badged(Instant at, String by) {
    return with(corrections.noting(GuestField.BADGE, at, by));
  }

  /** Returns when a badge of its guest was last printed. */
  public Optional<Instant> badgedAt() {
    return corrections.all().stream()
        .filter(each -> each.field() == GuestField.BADGE)
        .map(Correction::at)
        .max(Comparator.naturalOrder());
  }

  /** Returns the ticket without corrections, as its source last sent it. */
  public Ticket asSourceSaid() {
    Ticket said = this;
    for (Correction each : corrections.inForce().toList()) {
      said = said.with(each.field(), each.was());
    }
    return said.with(Corrections.NONE);
  }

  /**
   * Returns this version with the corrections of the stored one. A correction is dropped if the
   * source has a new value for it.
   */
  public Ticket correctedAs(Ticket stored) {
    if (corrections.equals(Corrections.NONE) && stored.corrections.equals(Corrections.NONE)) {
      return this;
    }
    Ticket plain = asSourceSaid();
    Ticket said =
        plain.qrCodeIdentifier == null
            ? plain.withQrCodeIdentifier(stored.asSourceSaid().qrCodeIdentifier)
            : plain;
    Corrections both = corrections.over(stored.corrections, said::value);
    Ticket corrected = said;
    for (Correction each : both.inForce().toList()) {
      Ticket from = stored.corrections.all().contains(each) ? stored : this;
      corrected = corrected.with(each.field(), from.value(each.field()));
    }
    return corrected.with(both);
  }

  private Ticket with(GuestField field, String value) {
    return new Ticket(
        id,
        reference,
        field == GuestField.STATE ? Worded.read(TicketState.class, value) : state,
        field == GuestField.NAME ? value : name,
        field == GuestField.EMAIL ? value : email,
        field == GuestField.PHONE ? value : phoneNumber,
        ticketType,
        responses,
        field == GuestField.CODE ? value : qrCodeIdentifier,
        createdAt,
        updatedAt,
        terms,
        forgotten,
        new DeskNote(
            field == GuestField.NOTE ? value : note.text(),
            field == GuestField.ATTENTION ? Boolean.parseBoolean(value) : note.attention(),
            note.shown()),
        corrections);
  }

  private Ticket with(Corrections others) {
    return new Ticket(
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
        note,
        others);
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
        note,
        corrections);
  }
}
