package io.doorlist.store.webhook;

import static io.doorlist.table.Condition.is;
import static io.doorlist.table.Condition.lacks;
import static io.doorlist.table.Condition.present;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** Stores subscriptions to webhook events, with their secrets (ADR 0012). Thread-safe. */
public final class WebhookStore {
  private static final String BREAKER = "breaker";

  private final Table table;

  public WebhookStore(Table table) {
    this.table = table;
  }

  public void create(WebhookSubscription subscription) {
    if (!table.write(Write.put(item(subscription)).ifAbsent())) {
      throw new IllegalStateException("a subscription with this id is there already");
    }
  }

  /** Finds a subscription by its id. Access pattern 20: 1 strongly consistent read. */
  public Optional<WebhookSubscription> find(String account, Mode mode, String id) {
    return table.get(TableSchema.subscription(account, mode, id)).map(WebhookStore::subscription);
  }

  /** Lists the subscriptions of an account and a mode, oldest first. Access pattern 21. */
  public List<WebhookSubscription> list(String account, Mode mode) {
    Range all = Range.whole(TableSchema.subscriptions(account, mode));
    return table.query(all).stream()
        .map(WebhookStore::subscription)
        .sorted(
            Comparator.comparing(WebhookSubscription::createdAt)
                .thenComparing(WebhookSubscription::id))
        .toList();
  }

  /** Replaces the secrets of a subscription; returns whether it still existed. */
  public boolean rotate(WebhookSubscription subscription) {
    return table.write(Write.put(item(subscription)).ifPresent());
  }

  /**
   * Changes the circuit breaker of a subscription, and nothing else. Returns false if the breaker
   * has changed since the caller read it.
   */
  public boolean change(WebhookSubscription subscription, CircuitBreaker to) {
    CircuitBreaker from = subscription.breaker();
    Update update = Update.of(key(subscription));
    if (to.isOpen()) {
      update.set(BREAKER, item(to));
    } else {
      update.remove(BREAKER);
    }
    Condition unchanged = from.isOpen() ? is(BREAKER, item(from)) : lacks(BREAKER);
    return table.write(update.require(present().and(unchanged)));
  }

  public void remove(String account, Mode mode, String id) {
    table.write(Write.delete(TableSchema.subscription(account, mode, id)));
  }

  private static Item item(WebhookSubscription subscription) {
    WebhookSecret former = subscription.formerSecret();
    CircuitBreaker breaker = subscription.breaker();
    return new Item(key(subscription))
        .put("account", subscription.account())
        .put("mode", subscription.mode().word())
        .put("url", subscription.url())
        .put("types", subscription.types(), WebhookEventType::word)
        .put("events", subscription.events())
        .put("secret", subscription.secret().reveal())
        .put("former_secret", former == null ? null : former.reveal())
        .put("former_secret_ends_at", subscription.formerSecretEndsAt())
        .put("created_at", subscription.createdAt())
        .put(BREAKER, breaker.isOpen() ? item(breaker) : null);
  }

  private static Key key(WebhookSubscription subscription) {
    return TableSchema.subscription(subscription.account(), subscription.mode(), subscription.id());
  }

  private static Item item(CircuitBreaker breaker) {
    return new Item()
        .put("open_since", breaker.openSince())
        .put("changed_at", breaker.changedAt())
        .put("held_until", breaker.heldUntil())
        .put("passing", breaker.passing(), Instant::toString);
  }

  private static CircuitBreaker breaker(Item item) {
    return item.isEmpty()
        ? CircuitBreaker.CLOSED
        : new CircuitBreaker(
            item.time("open_since"),
            item.time("changed_at"),
            item.time("held_until"),
            item.texts("passing").stream().map(Instant::parse).toList());
  }

  private static WebhookSubscription subscription(Item item) {
    return new WebhookSubscription(
        item.text(TableSchema.SK),
        item.text("account"),
        item.text("url"),
        item.texts("types").stream()
            .map(word -> Worded.read(WebhookEventType.class, word))
            .toList(),
        item.texts("events"),
        Worded.read(Mode.class, item.text("mode")),
        WebhookSecret.read(item.text("secret")).orElseThrow(),
        WebhookSecret.read(item.text("former_secret")).orElse(null),
        item.time("former_secret_ends_at"),
        item.time("created_at"),
        breaker(item.map(BREAKER)));
  }
}
