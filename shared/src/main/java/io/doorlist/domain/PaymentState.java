package io.doorlist.domain;

/** What has been paid of an order. */
public enum PaymentState implements Worded {
  UNPAID,
  PAID,
  PARTIALLY_REFUNDED,
  REFUNDED
}
