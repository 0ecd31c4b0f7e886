package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/** The state of an order; only tickets of confirmed orders can be checked in. */
public enum OrderState implements Worded {
  PENDING,
  CONFIRMED,
  CANCELLED
}
