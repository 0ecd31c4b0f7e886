package io.doorlist.store.webhook;

import static io.doorlist.table.Condition.lacks;
import static io.doorlist.table.Condition.present;
import static io.doorlist.table.Condition.unchanged;

import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Reads and changes the progress of deliveries. Each change is conditional on the progress that was
 * read. So if two workers are about to make the same attempt, only one does. The counts in the
 * webhook event's row change in the same transaction. Thread-safe.
 */
public final class DeliveryStore {
  private static final String VERSION = "version";
  private static final String ASKED_AT = "asked_at";

  private final Table table;

  public DeliveryStore(Table table) {
    this.table = table;
  }

  /** Finds the progress of a delivery; empty before its first attempt. Access pattern 24. */
  public Optional<DeliveryProgress> find(DeliveryId id) {
    return table.get(key(id)).map(DeliveryStore::progress);
  }

  /**
   * Finds the progress of all deliveries of some webhook events: by the id of the webhook event,
   * then by the id of the subscription. Access pattern 54: strongly consistent.
   */
  public Map<Long, Map<String, DeliveryProgress>> find(
      String account, Mode mode, List<WebhookEvent> webhookEvents) {
    Map<Long, Map<String, DeliveryProgress>> all = new HashMap<>();
    Map<Key, DeliveryId> ids = new HashMap<>();
    for (WebhookEvent each : webhookEvents) {
      Map<String, DeliveryProgress> own = new LinkedHashMap<>();
      for (String webhook : each.webhooks()) {
        own.put(webhook, DeliveryProgress.NEW);
        DeliveryId id = new DeliveryId(account, mode, each.id(), webhook);
        ids.put(key(id), id);
      }
      all.put(each.id(), own);
    }
    table
        .get(ids.keySet())
        .forEach(
            (key, item) -> {
              DeliveryId id = ids.get(key);
              all.get(id.webhookEventId()).put(id.webhookId(), progress(item));
            });
    return all;
  }

  /**
   * Changes the progress of a delivery; returns false if the progress has changed since the caller
   * read it.
   */
  public boolean change(DeliveryId id, DeliveryProgress from, DeliveryProgress to) {
    int attempts = to.attempts() - from.attempts();
    int open = (to.pending() ? 1 : 0) - (from.pending() ? 1 : 0);
    int failed = failed(to) - failed(from);
    if (attempts == 0 && open == 0 && failed == 0) {
      return write(put(id, from, to));
    }
    Write count =
        Update.of(rowKey(id))
            .add(WebhookEventItems.ATTEMPTS, attempts)
            .add(WebhookEventItems.OPEN, open)
            .add(WebhookEventItems.FAILED, failed)
            .ifPresent();
    return write(put(id, from, to), count);
  }

  /** Begins a delivery; returns false if the webhook event already goes to this subscription. */
  public boolean begin(DeliveryId id, DeliveryProgress first) {
    Write count =
        Update.of(rowKey(id))
            .append(WebhookEventItems.WEBHOOKS, id.webhookId())
            .add(WebhookEventItems.OPEN, 1)
            .require(present().and(lacks(WebhookEventItems.WEBHOOKS, id.webhookId())));
    return write(put(id, DeliveryProgress.NEW, first), count);
  }

  /** Returns whether a webhook event goes to a subscription. Access pattern 17. */
  public boolean begun(DeliveryId id) {
    return table
        .get(rowKey(id))
        .filter(row -> WebhookEventItems.webhooks(row).contains(id.webhookId()))
        .isPresent();
  }

  /** A delivery that was requested again. */
  public record Asked(DeliveryId id, int nextAttempt) {}

  /** Returns the request to repeat a delivery, if a change of an item is such a request. */
  public static Optional<Asked> asked(ItemChange item) {
    Item now = item.now();
    String askedAt = now.text(ASKED_AT);
    if (askedAt == null || askedAt.equals(item.before().text(ASKED_AT))) {
      return Optional.empty();
    }
    return KeyParts.delivery(now.key()).map(of -> new Asked(id(of), progress(now).attempts() + 1));
  }

  private static DeliveryId id(KeyParts.Delivery of) {
    return new DeliveryId(of.account(), of.mode(), of.webhookEvent(), of.webhook());
  }

  private boolean write(Write... writes) {
    return table.transact(List.of(writes)).written();
  }

  private static Write put(DeliveryId id, DeliveryProgress from, DeliveryProgress to) {
    return Write.put(item(id, to)).require(unchanged(VERSION, from.version()));
  }

  private static Key key(DeliveryId id) {
    return TableSchema.delivery(id.account(), id.mode(), id.webhookEventId(), id.webhookId());
  }

  private static Key rowKey(DeliveryId id) {
    return TableSchema.webhookEvent(id.account(), id.mode(), id.webhookEventId());
  }

  private static int failed(DeliveryProgress progress) {
    return progress.state() == DeliveryState.FAILED ? 1 : 0;
  }

  private static Item item(DeliveryId id, DeliveryProgress progress) {
    return new Item(key(id))
        .put(VERSION, progress.version())
        .put("state", progress.state().word())
        .put("attempts", (long) progress.attempts())
        .put("earlier_attempts", (long) progress.earlierAttempts())
        .put("due_at", progress.dueAt())
        .put("claim_ends_at", progress.claimEndsAt())
        .put("answer", progress.answer())
        .put("answered_at", progress.answeredAt())
        .put(ASKED_AT, progress.askedAt());
  }

  private static DeliveryProgress progress(Item item) {
    return new DeliveryProgress(
        item.number(VERSION),
        Worded.read(DeliveryState.class, item.text("state")),
        (int) item.number("attempts"),
        (int) item.number("earlier_attempts"),
        item.time("due_at"),
        item.time("claim_ends_at"),
        item.text("answer"),
        item.time("answered_at"),
        item.time(ASKED_AT));
  }
}
