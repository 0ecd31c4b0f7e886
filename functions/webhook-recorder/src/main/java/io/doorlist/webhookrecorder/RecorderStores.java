package io.doorlist.webhookrecorder;

import io.doorlist.store.checkin.sum.SumStore;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import io.doorlist.table.Table;

/** The stores that the recorder needs. Thread-safe. */
record RecorderStores(
    EventStore events,
    OrderStore orders,
    SumStore sums,
    WebhookEventStore webhookEvents,
    WebhookStore webhooks) {
  static RecorderStores over(Table table) {
    return new RecorderStores(
        new EventStore(table),
        new OrderStore(table),
        new SumStore(table),
        new WebhookEventStore(table),
        new WebhookStore(table));
  }
}
