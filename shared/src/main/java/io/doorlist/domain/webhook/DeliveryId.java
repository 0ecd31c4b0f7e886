package io.doorlist.domain.webhook;

import io.doorlist.domain.Ids;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Slug;
import java.util.Objects;

/** Names the delivery of a webhook event to a subscription. */
public record DeliveryId(String account, Mode mode, long webhookEventId, String webhookId) {
  public DeliveryId {
    Slug.check(account);
    Objects.requireNonNull(mode, "mode");
    Ids.check(webhookEventId);
    Objects.requireNonNull(webhookId, "webhookId");
  }
}
