package io.doorlist.domain;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * What a customer bought, with its tickets in the order in which the organiser gave them. Amounts
 * are in cents.
 *
 * @param invoice may be unknown ({@code null})
 * @param qrCodeIdentifier {@code null} only in an import line that leaves it to us
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
    List<Ticket> tickets) {
  public Order {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(mode, "mode");
    Objects.requireNonNull(state, "state");
    Objects.requireNonNull(paymentState, "paymentState");
    Objects.requireNonNull(customer, "customer");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
    Objects.requireNonNull(currency, "currency");
    Objects.requireNonNull(responses, "responses");
    tickets = List.copyOf(tickets);
  }

  /** Returns the same order with this QR code identifier and these tickets. */
  public Order with(String identifier, List<Ticket> newTickets) {
    return new Order(
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
        identifier,
        newTickets);
  }
}
