package io.doorlist.domain.desk;

import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;

/** What became of the wish to take money of a guest. */
public sealed interface PaymentOutcome {
  /**
   * It is taken, since now or since an earlier request with the same key.
   *
   * @param order the guest's, with the payment
   */
  record Taken(Payment payment, Order order) implements PaymentOutcome {}

  /** The event has no such guest in the token's mode. */
  record NoGuest() implements PaymentOutcome {}

  /** The key was used for another payment. */
  record KeyReused() implements PaymentOutcome {}

  /** The order is to be paid in another currency than the event's. */
  record OtherCurrency() implements PaymentOutcome {}

  /** Nobody gives back more than desks have {@code collected} of the order, in cents. */
  record TooMuchBack(long collected) implements PaymentOutcome {}

  /** The order has as many payments as it can have. */
  record TooMany() implements PaymentOutcome {}
}
