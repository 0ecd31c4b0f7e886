package io.doorlist.store.webhook;

import io.doorlist.domain.AskedDelivery;
import io.doorlist.domain.DeliveryId;
import io.doorlist.domain.DeliveryProgress;
import io.doorlist.domain.DeliveryState;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.StreamItem;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * How deliveries go. Each change is conditional on nothing else having happened since it was read,
 * so that of two who would make the same try one does; what the webhook event's row counts changes
 * in the same transaction. Thread-safe.
 */
public final class DeliveryStore {
  private static final String UNCHANGED = "version = :version";

  private final Dynamo dynamo;

  /** Works on this table. */
  public DeliveryStore(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /** Finds how a delivery goes; empty before its first try. Access pattern 24. */
  public Optional<DeliveryProgress> find(DeliveryId id) {
    return dynamo.get(key(id), dynamo.deadline()).map(DeliveryStore::progress);
  }

  /**
   * Takes a delivery from how it was read to how it goes now; tells whether nothing else had
   * happened to it.
   */
  public boolean change(DeliveryId id, DeliveryProgress from, DeliveryProgress to) {
    int attempts = to.attempts() - from.attempts();
    int open = (to.pending() ? 1 : 0) - (from.pending() ? 1 : 0);
    int failed = failed(to) - failed(from);
    if (attempts == 0 && open == 0 && failed == 0) {
      return write(put(id, from, to));
    }
    Update count =
        row(id)
            .updateExpression("ADD attempts :attempts, #open :open, failed :failed")
            .conditionExpression(Dynamo.PRESENT)
            .expressionAttributeNames(Map.of("#open", DeliveryCounts.OPEN))
            .expressionAttributeValues(
                Map.of(
                    ":attempts", number(attempts),
                    ":open", number(open),
                    ":failed", number(failed)))
            .build();
    return write(put(id, from, to), TransactWriteItem.builder().update(count).build());
  }

  /**
   * Begins a delivery to a subscription that the webhook event did not go to; tells whether it
   * still did not.
   */
  public boolean begin(DeliveryId id, DeliveryProgress first) {
    Update count =
        row(id)
            .updateExpression(
                "SET webhooks = list_append(if_not_exists(webhooks, :none), :webhooks)"
                    + " ADD #open :one")
            .conditionExpression(Dynamo.PRESENT + " AND NOT contains(webhooks, :webhook)")
            .expressionAttributeNames(Map.of("#open", DeliveryCounts.OPEN))
            .expressionAttributeValues(
                Map.of(
                    ":none", AttributeValue.fromL(List.of()),
                    ":webhooks", AttributeValue.fromL(List.of(text(id.webhookId()))),
                    ":webhook", text(id.webhookId()),
                    ":one", number(1)))
            .build();
    return write(
        put(id, DeliveryProgress.NEW, first), TransactWriteItem.builder().update(count).build());
  }

  /** Tells whether a webhook event goes to a subscription. Access pattern 17. */
  public boolean begun(DeliveryId id) {
    return dynamo
        .get(rowKey(id), dynamo.deadline())
        .filter(row -> DeliveryCounts.webhooks(row).contains(id.webhookId()))
        .isPresent();
  }

  /**
   * Reads out of the table's stream that somebody asked for a delivery again; empty if a record
   * tells of something else.
   *
   * @param record the member {@code dynamodb} of a stream's record
   */
  public static Optional<AskedDelivery> asked(Map<?, ?> record) {
    Item now = StreamItem.read(record, "NewImage");
    String askedAt = now.text("asked_at");
    if (askedAt == null || askedAt.equals(StreamItem.read(record, "OldImage").text("asked_at"))) {
      return Optional.empty();
    }
    return TableSchema.deliveryId(now.key())
        .map(id -> new AskedDelivery(id, progress(now).attempts() + 1));
  }

  private boolean write(TransactWriteItem... writes) {
    return dynamo.transact(List.of(writes), dynamo.deadline()).isEmpty();
  }

  private TransactWriteItem put(DeliveryId id, DeliveryProgress from, DeliveryProgress to) {
    Put.Builder put = Put.builder().tableName(dynamo.table()).item(item(id, to).attributes());
    if (from.version() == 0) {
      put.conditionExpression(Dynamo.ABSENT);
    } else {
      put.conditionExpression(UNCHANGED)
          .expressionAttributeValues(Map.of(":version", number(from.version())));
    }
    return TransactWriteItem.builder().put(put.build()).build();
  }

  private Update.Builder row(DeliveryId id) {
    return Update.builder().tableName(dynamo.table()).key(Dynamo.key(rowKey(id)));
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

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }

  private static AttributeValue text(String text) {
    return AttributeValue.fromS(text);
  }

  private static Item item(DeliveryId id, DeliveryProgress progress) {
    return new Item(key(id))
        .put("version", progress.version())
        .put("state", progress.state().word())
        .put("attempts", (long) progress.attempts())
        .put("earlier_attempts", (long) progress.earlierAttempts())
        .put("due_at", progress.dueAt())
        .put("claim_ends_at", progress.claimEndsAt())
        .put("answer", progress.answer())
        .put("answered_at", progress.answeredAt())
        .put("asked_at", progress.askedAt());
  }

  private static DeliveryProgress progress(Item item) {
    return new DeliveryProgress(
        item.number("version"),
        DeliveryState.of(item.text("state")),
        (int) item.number("attempts"),
        (int) item.number("earlier_attempts"),
        item.time("due_at"),
        item.time("claim_ends_at"),
        item.text("answer"),
        item.time("answered_at"),
        item.time("asked_at"));
  }
}
