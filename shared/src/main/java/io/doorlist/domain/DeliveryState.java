package io.doorlist.domain;

/** How far the delivery of a webhook event has come. */
public enum DeliveryState implements Worded {
  PENDING,
  DELIVERED,
  FAILED,
  NOT_SUBSCRIBED
}
