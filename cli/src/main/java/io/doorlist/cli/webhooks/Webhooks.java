package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.TextTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.store.webhook.DeliveryStore;
import io.doorlist.store.webhook.WebhookEventStore;
import io.doorlist.store.webhook.WebhookStore;
import io.doorlist.table.Table;
import java.time.Clock;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/** An account's subscriptions to webhook events. */
record Webhooks(Table table, String account) {
  /** The most subscriptions of an account, because each one makes every change more expensive. */
  private static final int MAX_OF_AN_ACCOUNT = 20;

  /** How often to try to change a delivery that somebody else changes at the same time. */
  private static final int LOOKS = 5;

  private static final List<String> TITLES =
      List.of("ID", "URL", "TYPES", "EVENTS", "MODE", "CREATED");

  record Redelivery(WebhookSubscription subscription, DeliveryProgress before) {}

  /** Stores a new subscription. Fails if there are too many. */
  WebhookSubscription create(WebhookSubscription subscription) {
    if (list().size() >= MAX_OF_AN_ACCOUNT) {
      throw new Failure(
          "account '" + account + "' has " + MAX_OF_AN_ACCOUNT + " webhooks: remove one first");
    }
    new AccountReader(table, account).checkEvents(subscription.events());
    new WebhookStore(table).create(subscription);
    return subscription;
  }

  List<WebhookSubscription> list() {
    new AccountReader(table, account).account();
    return Stream.of(Mode.values())
        .flatMap(mode -> new WebhookStore(table).list(account, mode).stream())
        .toList();
  }

  WebhookSubscription get(String id) {
    return list().stream()
        .filter(subscription -> subscription.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new Failure("account '" + account + "' has no such webhook"));
  }

  WebhookSubscription remove(String id) {
    WebhookSubscription removed = get(id);
    new WebhookStore(table).remove(account, removed.mode(), id);
    return removed;
  }

  /**
   * Gives a subscription another secret.
   *
   * @param end the time until which the former secret signs messages, too
   */
  WebhookSubscription rotate(String id, WebhookSecret secret, Instant end) {
    WebhookSubscription rotated = get(id).rotated(secret, end);
    if (!new WebhookStore(table).rotate(rotated)) {
      throw new Failure("the webhook was removed in the meantime");
    }
    return rotated;
  }

  /**
   * Asks for a webhook event to be delivered again, to all subscriptions that want it now. The
   * function that records webhook events sees the request in the table's stream, and queues the
   * delivery.
   */
  List<Redelivery> redeliver(long id, Clock clock) {
    new AccountReader(table, account).account();
    for (Mode mode : Mode.values()) {
      Optional<WebhookEvent> found = new WebhookEventStore(table).find(account, mode, id);
      if (found.isPresent()) {
        WebhookEvent told = found.get();
        return new WebhookStore(table)
            .list(account, mode).stream()
                .filter(each -> each.wants(told.type(), told.event()))
                .map(each -> new Redelivery(each, redeliver(told, mode, each, clock)))
                .toList();
      }
    }
    throw new Failure("account '" + account + "' has no webhook event " + id);
  }

  /** Asks for one delivery again, and returns its progress before that. */
  private DeliveryProgress redeliver(
      WebhookEvent told, Mode mode, WebhookSubscription to, Clock clock) {
    DeliveryId id = new DeliveryId(account, mode, told.id(), to.id());
    DeliveryStore deliveries = new DeliveryStore(table);
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

  static Map<String, Object> members(WebhookSubscription subscription) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("id", subscription.id());
    members.put("account", subscription.account());
    members.put("url", subscription.url());
    members.put("types", words(subscription));
    members.put("events", subscription.events());
    members.put("mode", subscription.mode().word());
    members.put(
        "former_secret_ends_at",
        subscription.formerSecretEndsAt() == null
            ? null
            : subscription.formerSecretEndsAt().toString());
    members.put("created_at", subscription.createdAt().toString());
    return members;
  }

  static Map<String, Object> membersWithSecret(WebhookSubscription subscription) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("secret", subscription.secret().reveal());
    members.putAll(members(subscription));
    return members;
  }

  static List<String> lines(List<WebhookSubscription> subscriptions) {
    List<List<String>> rows = new ArrayList<>();
    rows.add(TITLES);
    for (WebhookSubscription subscription : subscriptions) {
      rows.add(
          List.of(
              subscription.id(),
              subscription.url(),
              allOr(words(subscription)),
              allOr(subscription.events()),
              subscription.mode().word(),
              subscription.createdAt().toString().substring(0, 10)));
    }
    return TextTable.lines(rows);
  }

  private static String allOr(List<String> words) {
    return words.isEmpty() ? "all" : TextTable.list(words);
  }

  private static List<String> words(WebhookSubscription subscription) {
    return subscription.types().stream().map(WebhookEventType::word).toList();
  }
}
