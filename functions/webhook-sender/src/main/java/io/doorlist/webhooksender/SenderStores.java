package io.doorlist.webhooksender;

import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import io.doorlist.table.Table;

/** The stores that the sender needs. Thread-safe. */
record SenderStores(
    WebhookEventStore webhookEvents, WebhookStore webhooks, DeliveryStore deliveries) {
  static SenderStores over(Table table) {
    return new SenderStores(
        new WebhookEventStore(table), new WebhookStore(table), new DeliveryStore(table));
  }
}
