package io.doorlist.domain.order;

import io.doorlist.domain.Ids;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What a customer bought, with its tickets in the order in which the organiser gave them. Amounts
 * are in cents.
 *
 * @param qrCodeIdentifier {@code null} only if read from an import line that has none
 * @param validIfPending whether its tickets let people in although the order is pending
 * @param forgotten whether its people's data was erased for good. Then the constructor drops any
 *     such data that it is given, from the tickets, too (ADR 0019)
 * @param desk what desks did with it
 */
public record Order(
    long id,
    String reference,
    Mode mode,
    OrderState state,
    PaymentState paymentState,
    Customer customer,
    Instant createdAt,
    Instant updatedAt,
    String currency,
    long amount,
    long amountRefunded,
    Invoice invoice,
    JsonObject responses,
    String qrCodeIdentifier,
    List<Ticket> tickets,
    boolean validIfPending,
    boolean forgotten,
    AtDesk desk) {
  public Order {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(customer, "customer");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(currency, "currency");
    Objects.requireNonNull(responses, "responses");
    Objects.requireNonNull(desk, "desk");
    if (forgotten) {
      customer = Customer.UNKNOWN;
      invoice = invoice == null ? null : invoice.withoutDescriptions();
      responses = JsonObject.EMPTY;
      tickets = tickets.stream().map(Ticket::forget).toList();
      desk = desk.with(desk.corrections().forget());
    }
    tickets = List.copyOf(tickets);
  }

  /**
   * Creates an order as it comes from its source, such as a shop, before a desk changes anything.
   */
  public Order(
      long id,
      String reference,
      Mode mode,
      OrderState state,
      PaymentState paymentState,
      Customer customer,
      Instant createdAt,
      Instant updatedAt,
      String currency,
      long amount,
      long amountRefunded,
      Invoice invoice,
      JsonObject responses,
      String qrCodeIdentifier,
      List<Ticket> tickets,
      boolean validIfPending,
      boolean forgotten) {
    this(
        id,
        reference,
        mode,
        state,
        paymentState,
        customer,
        createdAt,
        updatedAt,
        currency,
        amount,
        amountRefunded,
        invoice,
        responses,
        qrCodeIdentifier,
        tickets,
        validIfPending,
        forgotten,
        AtDesk.NONE);
  }

  /** Returns whether a desk added the order. */
  public boolean isAdded() {
    return desk.added() != null;
  }

  /** Returns what the shop has not received for the order, in cents. */
  public long owed() {
    boolean unpaid = paymentState == PaymentState.UNPAID && state != OrderState.CANCELLED;
    return unpaid ? amount : 0;
  }

  /** Returns what desks still have to collect, in cents of its currency. */
  public long due() {
    return Math.max(0, owed() - desk.collected());
  }

  /**
   * Returns what desks still have to collect, in cents. It is 0 if the order has another currency
   * than this one.
   */
  public long due(String in) {
    return currency.equals(in) ? due() : 0;
  }

  /** Returns whether desks collected everything that the shop had not received. */
  public boolean isPaidAtDesk() {
    return owed() > 0 && due() == 0;
  }

  /** Returns the order with this record of what desks did. */
  public Order with(AtDesk newDesk) {
    return with(customer, newDesk);
  }

  /** Returns the order with the company that staff entered. */
  public Order correctedCompany(String company, Instant at, String by) {
    String present = customer.companyName();
    Corrections more = desk.corrections().with(GuestField.COMPANY, present, at, by);
    return Objects.equals(present, company)
        ? this
        : with(customer.withCompany(company), desk.with(more));
  }

  /** Returns the corrections of a ticket and of the order itself, the earliest first. */
  public List<Correction> correctionsOf(Ticket ticket) {
    return Stream.concat(desk.corrections().all().stream(), ticket.corrections().all().stream())
        .sorted(Corrections.EARLIEST_FIRST)
        .toList();
  }

  /** Returns the order without corrections, as its source last sent it. */
  public Order asSourceSaid() {
    Optional<Correction> company = desk.corrections().inForce(GuestField.COMPANY);
    return with(
            company.isPresent() ? customer.withCompany(company.get().was()) : customer,
            desk.with(Corrections.NONE))
        .with(qrCodeIdentifier, tickets.stream().map(Ticket::asSourceSaid).toList());
  }

  /**
   * Returns this version from the source with the stored corrections of the order itself. A
   * correction is dropped if the source has a new value for it. Tickets stay as they are.
   */
  public Order correctedAs(Order stored) {
    Corrections own = desk.corrections();
    Corrections its = stored.desk.corrections();
    if (own.equals(Corrections.NONE) && its.equals(Corrections.NONE)) {
      return this;
    }
    String company = customer.companyName();
    Optional<Correction> mine = own.inForce(GuestField.COMPANY);
    String said = mine.isPresent() ? mine.get().was() : company;
    Corrections both = own.over(its, any -> said);
    Optional<Correction> chosen = both.inForce(GuestField.COMPANY);
    boolean isStored = chosen.isPresent() && its.all().contains(chosen.get());
    String corrected = chosen.isEmpty() ? said : isStored ? stored.customer.companyName() : company;
    return with(customer.withCompany(corrected), desk.with(both));
  }

  private Order with(Customer newCustomer, AtDesk newDesk) {
    return new Order(
        id,
        reference,
        mode,
        state,
        paymentState,
        newCustomer,
        createdAt,
        updatedAt,
        currency,
        amount,
        amountRefunded,
        invoice,
        responses,
        qrCodeIdentifier,
        tickets,
        validIfPending,
        forgotten,
        newDesk);
  }

  public Order with(String identifier, List<Ticket> newTickets) {
    return with(state, updatedAt, identifier, newTickets, forgotten);
  }

  /** Returns a later version in which the whole order is cancelled, or only some tickets. */
  public Order cancelled(boolean wholly, List<Ticket> newTickets, Instant at) {
    OrderState newState = wholly ? OrderState.CANCELLED : state;
    return with(newState, at, qrCodeIdentifier, newTickets, forgotten);
  }

  /** Returns whether another version is the same, apart from the times of its changes. */
  public boolean saysTheSameAs(Order other) {
    return touched(Instant.EPOCH).equals(other.touched(Instant.EPOCH));
  }

  private Order touched(Instant at) {
    List<Ticket> touched = tickets.stream().map(ticket -> ticket.touched(at)).toList();
    return with(state, at, qrCodeIdentifier, touched, forgotten);
  }

  public Order forget() {
    return with(state, updatedAt, qrCodeIdentifier, tickets, true);
  }

  public Order forget(Set<Long> ticketIds) {
    return with(
        qrCodeIdentifier,
        tickets.stream()
            .map(ticket -> ticketIds.contains(ticket.id()) ? ticket.forget() : ticket)
            .toList());
  }

  public Set<Long> forgottenTickets() {
    return tickets.stream()
        .filter(Ticket::forgotten)
        .map(Ticket::id)
        .collect(Collectors.toUnmodifiableSet());
  }

  private Order with(
      OrderState newState,
      Instant at,
      String identifier,
      List<Ticket> newTickets,
      boolean nowForgotten) {
    return new Order(
        id,
        reference,
        mode,
        newState,
        paymentState,
        customer,
        createdAt,
        at,
        currency,
        amount,
        amountRefunded,
        invoice,
        responses,
        identifier,
        newTickets,
        validIfPending,
        nowForgotten,
        desk);
  }
}
