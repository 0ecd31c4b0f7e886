package io.doorlist.store.webhook;

import io.doorlist.domain.DeliveryState;
import io.doorlist.store.table.Item;
import java.util.List;

/**
 * What the row of a webhook event knows of its deliveries: who it goes to ({@code webhooks}), how
 * many of these are still to end ({@code open}) or ended in vain ({@code failed}), and how often
 * all of them were tried ({@code attempts}). Deliveries change these by adding to them, each in one
 * transaction with its own item, so that they stay exact under concurrent changes; the state
 * follows from them.
 */
final class DeliveryCounts {
  static final String WEBHOOKS = "webhooks";
  static final String OPEN = "open";
  static final String FAILED = "failed";
  static final String ATTEMPTS = "attempts";

  private DeliveryCounts() {}

  /** Notes on a new row that the webhook event will be delivered to these subscriptions. */
  static Item begin(Item row, List<String> webhooks) {
    return row.put(WEBHOOKS, webhooks)
        .put(OPEN, (long) webhooks.size())
        .put(FAILED, 0L)
        .put(ATTEMPTS, 0L);
  }

  /** Returns the ids of the subscriptions that the webhook event goes to. */
  static List<String> webhooks(Item row) {
    return row.texts(WEBHOOKS);
  }

  /** Returns how far the deliveries have come. */
  static DeliveryState state(Item row) {
    if (webhooks(row).isEmpty()) {
      return DeliveryState.NOT_SUBSCRIBED;
    }
    if (row.number(OPEN) > 0) {
      return DeliveryState.PENDING;
    }
    return row.number(FAILED) > 0 ? DeliveryState.FAILED : DeliveryState.DELIVERED;
  }
}
