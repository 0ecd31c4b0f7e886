package io.doorlist.webhookrecorder;

import io.doorlist.domain.webhook.NewWebhookEvent;
import java.util.Objects;

/**
 * A webhook event that reports a change.
 *
 * @param order id of the order that it is about, or whose ticket it is about
 */
record OrderWebhookEvent(NewWebhookEvent webhookEvent, long order) {
  OrderWebhookEvent {
    Objects.requireNonNull(webhookEvent, "webhookEvent");
  }
}
