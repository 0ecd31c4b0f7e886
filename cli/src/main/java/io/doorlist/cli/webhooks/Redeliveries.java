package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.Accounts;
import io.doorlist.cli.console.Failure;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.store.Stores;
import io.doorlist.store.webhook.DeliveryStore;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Has a webhook event delivered again to all current subscribers. */
record Redeliveries(Stores stores, Clock clock) {
  /** How often to reread a delivery that changes meanwhile. */
  private static final int LOOKS = 5;

  /**
   * A delivery that is repeated.
   *
   * @param before its progress so far
   */
  record Redelivery(WebhookSubscription subscription, DeliveryProgress before) {}

  /**
   * Requests all of them; the recorder sees that in the table's stream and queues them.
   *
   * @throws Failure if there is no such account or webhook event
   */
  List<Redelivery> ask(String account, long id) {
    Accounts.check(stores, account);
    for (Mode mode : Mode.values()) {
      Optional<WebhookEvent> found = stores.webhookEvents().find(account, mode, id);
      if (found.isPresent()) {
        return ask(account, mode, found.get());
      }
    }
    throw new Failure("account '" + account + "' has no webhook event " + id);
  }

  private List<Redelivery> ask(String account, Mode mode, WebhookEvent webhookEvent) {
    List<Redelivery> asked = new ArrayList<>();
    for (WebhookSubscription subscription : stores.webhooks().list(account, mode)) {
      if (subscription.wants(webhookEvent.type(), webhookEvent.event())) {
        DeliveryId id = new DeliveryId(account, mode, webhookEvent.id(), subscription.id());
        asked.add(new Redelivery(subscription, ask(id)));
      }
    }
    return asked;
  }

  /** Requests one, and returns its progress so far. */
  private DeliveryProgress ask(DeliveryId id) {
    DeliveryStore deliveries = stores.deliveries();
    for (int look = 0; look < LOOKS; look++) {
      DeliveryProgress seen = deliveries.find(id).orElse(DeliveryProgress.NEW);
      DeliveryProgress asked = seen.asked(clock.instant());
      boolean done =
          deliveries.begun(id) ? deliveries.change(id, seen, asked) : deliveries.begin(id, asked);
      if (done) {
        return seen;
      }
    }
    throw new Failure("the delivery keeps changing: try again");
  }
}
