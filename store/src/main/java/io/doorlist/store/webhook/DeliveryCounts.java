package io.doorlist.store.webhook;

import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.store.table.Item;
import java.util.List;

/**
 * The delivery counts in the row of a webhook event: the subscriptions it goes to ({@code
 * webhooks}), how many of these deliveries are unfinished ({@code open}) or have failed ({@code
 * failed}), and the total of attempts ({@code attempts}). A delivery adds to the counts in one
 * transaction with its own item, so they stay exact under concurrent changes; the state follows
 * from them.
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

  /** Returns the combined state of the deliveries. */
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
