package io.doorlist.domain.order;

import io.doorlist.domain.Ids;
import java.time.Instant;
import java.util.Objects;

/** An order in the list of an event's orders; the customer's parts may be {@code null}. */
public record OrderSummary(
    long id,
    String firstName,
    String lastName,
    String email,
    String reference,
    String currency,
    long amount,
    Instant createdAt,
    Instant updatedAt) {
  public OrderSummary {
    Ids.check(id);
    Objects.requireNonNull(reference, "reference");
    Objects.requireNonNull(currency, "currency");
    Objects.requireNonNull(createdAt, "createdAt");
    Objects.requireNonNull(updatedAt, "updatedAt");
  }

  public static OrderSummary of(Order order) {
    Customer customer = order.customer();
    return new OrderSummary(
        order.id(),
        customer.firstName(),
        customer.lastName(),
        customer.email(),
        order.reference(),
        order.currency(),
        order.amount(),
        order.createdAt(),
        order.updatedAt());
  }
}
