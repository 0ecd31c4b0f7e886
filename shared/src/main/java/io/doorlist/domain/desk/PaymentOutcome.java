package io.doorlist.domain.desk;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;

/** The outcome of taking money from a guest, or giving it back. */
public sealed interface PaymentOutcome {
  /**
   * The payment is recorded, by this request or by an earlier one with the same key.
   *
   * @param order the guest's order, with the payment
   */
  record Taken(Payment payment, Order order) implements PaymentOutcome {}

  /** Nothing is taken. */
  sealed interface NotTaken extends PaymentOutcome {}

  /** The event has no such guest in the token's mode. */
  record NoGuest() implements NotTaken {}

  /** The key was used for another payment. */
  record KeyReused() implements NotTaken {}

  /** The order's currency is not the event's. */
  record OtherCurrency() implements NotTaken {}

  /** More would be given back than the desks have {@code collected} for the order, in cents. */
  record TooMuchBack(long collected) implements NotTaken {}

  /** The order already has as many payments as an order can have. */
  record TooMany() implements NotTaken {}
}
