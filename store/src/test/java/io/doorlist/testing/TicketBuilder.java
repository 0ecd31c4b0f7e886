package io.doorlist.testing;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.order.Corrections;
import io.doorlist.domain.order.DeskNote;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import java.time.Instant;

/** Builds a ticket from defaults: a test sets only what matters to it. */
public final class TicketBuilder {
  /** The default time at which orders and tickets are bought. */
  static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");

  private final long id;
  private final String type;
  private String reference;
  private String code;
  private TicketState state = TicketState.VALID;
  private String name;
  private String email;
  private String phoneNumber;
  private JsonObject responses = JsonObject.EMPTY;
  private Instant createdAt = BOUGHT;
  private Instant updatedAt = BOUGHT;
  private TicketTerms terms = TicketTerms.NONE;
  private DeskNote note = DeskNote.NONE;

  private TicketBuilder(long id, String type) {
    this.id = id;
    this.type = type;
    this.reference = "T" + id;
    this.code = "t" + id;
    this.name = "Guest " + id;
  }

  /**
   * Begins a valid ticket of a guest; its reference is "T" and its code "t", each followed by its
   * id.
   */
  public static TicketBuilder ticket(long id, String type) {
    return new TicketBuilder(id, type);
  }

  public static TicketBuilder like(Ticket ticket) {
    return like(ticket, ticket.ticketType());
  }

  public static TicketBuilder like(Ticket ticket, String type) {
    TicketBuilder builder = new TicketBuilder(ticket.id(), type);
    builder.reference = ticket.reference();
    builder.code = ticket.qrCodeIdentifier();
    builder.state = ticket.state();
    builder.name = ticket.name();
    builder.email = ticket.email();
    builder.phoneNumber = ticket.phoneNumber();
    builder.responses = ticket.responses();
    builder.createdAt = ticket.createdAt();
    builder.updatedAt = ticket.updatedAt();
    builder.terms = ticket.terms();
    builder.note = ticket.note();
    return builder;
  }

  public TicketBuilder reference(String ticketReference) {
    reference = ticketReference;
    return this;
  }

  public TicketBuilder code(String ticketCode) {
    code = ticketCode;
    return this;
  }

  public TicketBuilder in(TicketState ticketState) {
    state = ticketState;
    return this;
  }

  /** Sets the name of the attendee, {@code null} if unknown. */
  public TicketBuilder name(String attendee) {
    name = attendee;
    return this;
  }

  public TicketBuilder email(String address) {
    email = address;
    return this;
  }

  public TicketBuilder phone(String number) {
    phoneNumber = number;
    return this;
  }

  public TicketBuilder responses(String json) {
    responses = new JsonObject(json);
    return this;
  }

  public TicketBuilder at(Instant time) {
    createdAt = time;
    updatedAt = time;
    return this;
  }

  public TicketBuilder on(TicketTerms ticketTerms) {
    terms = ticketTerms;
    return this;
  }

  public TicketBuilder note(DeskNote ofGuest) {
    note = ofGuest;
    return this;
  }

  public Ticket build() {
    return new Ticket(
        id,
        reference,
        state,
        name,
        email,
        phoneNumber,
        type,
        responses,
        code,
        createdAt,
        updatedAt,
        terms,
        false,
        note,
        Corrections.NONE);
  }
}
