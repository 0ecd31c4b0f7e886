package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/** How much of an order is paid. */
public enum PaymentState implements Worded {
  UNPAID,
  PAID,
  PARTIALLY_REFUNDED,
  REFUNDED
}
