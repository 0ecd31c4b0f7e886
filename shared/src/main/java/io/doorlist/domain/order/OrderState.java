package io.doorlist.domain.order;

import io.doorlist.domain.Worded;

/**
 * The state of an order. Tickets of confirmed orders let people in. For a pending order, {@link
 * Order#validIfPending} or the check-in list decides.
 */
public enum OrderState implements Worded {
  PENDING,
  CONFIRMED,
  CANCELLED
}
