package io.doorlist.domain.webhook;

import io.doorlist.domain.Worded;

/** How far the delivery of a webhook event has come. */
public enum DeliveryState implements Worded {
  PENDING,
  DELIVERED,
  FAILED,
  NOT_SUBSCRIBED
}
