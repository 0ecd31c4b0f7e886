package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.Accounts;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.TextTable;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.store.Stores;
import io.doorlist.webhook.Resolver;
import io.doorlist.webhook.WebhookClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The command line's subscriptions to webhook events. */
record Webhooks(Stores stores) {
  /** Each subscription makes every change more expensive. */
  private static final int MAX_OF_AN_ACCOUNT = 20;

  /** The same time that the webhook sender gives a receiver. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  private static final List<String> TITLES =
      List.of("ID", "URL", "TYPES", "EVENTS", "MODE", "CREATED");

  /** Returns a client that works like the sender's. */
  static WebhookClient client(boolean nearby) {
    return new WebhookClient(nearby, Resolver.SYSTEM, TIMEOUT);
  }

  /**
   * Stores a new subscription.
   *
   * @throws Failure if the account or one of the events does not exist, or there are too many
   */
  void create(WebhookSubscription subscription) {
    String account = subscription.account();
    if (list(account).size() >= MAX_OF_AN_ACCOUNT) {
      throw new Failure(
          "account '" + account + "' has " + MAX_OF_AN_ACCOUNT + " webhooks: remove one first");
    }
    Accounts.checkEvents(stores, account, subscription.events());
    stores.webhooks().create(subscription);
  }

  /**
   * Lists the subscriptions of an account, live ones first.
   *
   * @throws Failure if there is no such account
   */
  List<WebhookSubscription> list(String account) {
    Accounts.check(stores, account);
    List<WebhookSubscription> all = new ArrayList<>();
    for (Mode mode : Mode.values()) {
      all.addAll(stores.webhooks().list(account, mode));
    }
    return all;
  }

  /**
   * Returns the one with this id.
   *
   * @throws Failure if there is none
   */
  WebhookSubscription get(String account, String id) {
    return list(account).stream()
        .filter(subscription -> subscription.id().equals(id))
        .findFirst()
        .orElseThrow(() -> new Failure("account '" + account + "' has no such webhook"));
  }

  /**
   * Removes the one with this id, and returns it.
   *
   * @throws Failure if there is none
   */
  WebhookSubscription remove(String account, String id) {
    WebhookSubscription removed = get(account, id);
    stores.webhooks().remove(account, removed.mode(), id);
    return removed;
  }

  /** Returns a subscription in JSON, without its secrets. */
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

  /** Returns the same with the secret, which is shown once. */
  static Map<String, Object> membersWithSecret(WebhookSubscription subscription) {
    Map<String, Object> members = new LinkedHashMap<>();
    members.put("secret", subscription.secret().reveal());
    members.putAll(members(subscription));
    return members;
  }

  /** Returns subscriptions as the lines of a table, titles first. */
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
