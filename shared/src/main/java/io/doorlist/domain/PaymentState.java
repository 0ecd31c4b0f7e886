package io.doorlist.domain;

/** How much of an order is paid. */
public enum PaymentState implements Worded {
  UNPAID,
  PAID,
  PARTIALLY_REFUNDED,
  REFUNDED
}
