package io.doorlist.store;

import io.doorlist.domain.DeliveryState;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.WebhookEvent;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.SequencePages.Direction;
import io.doorlist.store.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The log of webhook events, newest first.
 *
 * <p>Implementation notes. A webhook event is a row of its account's sequence, and its id is made
 * of its ordinal there, so that it is found by id without an index. Its event's sequence holds a
 * row that names it. Thread-safe.
 */
public final class WebhookEventStore {
  private final Dynamo dynamo;
  private final Sequence sequence;
  private final SequencePages pages;

  WebhookEventStore(Dynamo dynamo, Sequence sequence, SequencePages pages) {
    this.dynamo = dynamo;
    this.sequence = sequence;
    this.pages = pages;
  }

  /** Lists those of an account. Access pattern 15. */
  public Page<WebhookEvent> list(String account, Mode mode, PageRequest page) {
    SequencePages.Units units =
        pages.page(
            TableSchema.webhookEvents(account, mode),
            page,
            Direction.NEWEST_FIRST,
            dynamo.deadline());
    return units.page(page, unit -> webhookEvent(mode, unit.row().item()));
  }

  /**
   * Lists those of some events of an account. Access pattern 16: for one event as cheap as for the
   * account, for several a logarithm of the page number dearer.
   */
  public Page<WebhookEvent> list(String account, List<String> events, Mode mode, PageRequest page) {
    List<String> sequences =
        events.stream().map(event -> TableSchema.webhookEvents(account, event, mode)).toList();
    Instant deadline = dynamo.deadline();
    SequencePages.Units units =
        sequences.size() == 1
            ? pages.page(sequences.getFirst(), page, Direction.NEWEST_FIRST, deadline)
            : new MergedSequences(pages, sequences, WebhookEventStore::named).page(page, deadline);
    List<Key> keys = new ArrayList<>();
    for (SequencePages.Unit unit : units.units()) {
      keys.add(TableSchema.row(TableSchema.webhookEvents(account, mode), named(unit)));
    }
    Map<Key, Item> found = dynamo.get(keys, deadline);
    return units.page(
        page,
        unit -> {
          String all = TableSchema.webhookEvents(account, mode);
          return webhookEvent(mode, found.get(TableSchema.row(all, named(unit))));
        });
  }

  /** Finds one by its id. Access pattern 17: strongly consistent. */
  public Optional<WebhookEvent> find(String account, Mode mode, long id) {
    if (id % 2 != mode.ordinal()) {
      return Optional.empty();
    }
    Key key = TableSchema.webhookEvent(account, mode, id);
    return dynamo
        .get(key, dynamo.deadline())
        .filter(row -> row.has("type"))
        .map(row -> webhookEvent(mode, row));
  }

  /** Adds one to the log. */
  public WebhookEvent record(
      String account,
      String event,
      Mode mode,
      WebhookEventType type,
      DeliveryState state,
      int attempts,
      Instant createdAt,
      long objectId,
      JsonObject object) {
    String ofAccount = TableSchema.webhookEvents(account, mode);
    String ofEvent = TableSchema.webhookEvents(account, event, mode);
    Instant deadline = dynamo.deadline();
    while (true) {
      long ordinal = sequence.reserve(ofAccount, 1, deadline);
      long eventOrdinal = sequence.reserve(ofEvent, 1, deadline);
      Item row =
          SequenceRow.row(ofAccount, ordinal, 1)
              .put("event", event)
              .put("type", type.word())
              .put("state", state.word())
              .put("attempts", (long) attempts)
              .put("created_at", createdAt)
              .put("object_id", objectId)
              .put("object", object.text());
      Item pointer = SequenceRow.row(ofEvent, eventOrdinal, 1).put("named", ordinal);
      var writes = List.of(sequence.append(row), sequence.append(pointer));
      if (dynamo.transact(writes, deadline).isEmpty()) {
        sequence.settleInTurn(ofAccount, ordinal, 1, deadline);
        sequence.settleInTurn(ofEvent, eventOrdinal, 1, deadline);
        return webhookEvent(mode, row);
      }
    }
  }

  /** Puts another payload in the place of one that must not be kept; tells whether it is there. */
  public boolean replaceObject(String account, Mode mode, long id, JsonObject object) {
    Key key = TableSchema.row(TableSchema.webhookEvents(account, mode), id / 2);
    return dynamo
        .update(
            UpdateItemRequest.builder()
                .tableName(dynamo.table())
                .key(Dynamo.key(key))
                .updateExpression("SET #object = :object")
                .conditionExpression("attribute_exists(#object)")
                .expressionAttributeNames(Map.of("#object", "object"))
                .expressionAttributeValues(Map.of(":object", AttributeValue.fromS(object.text())))
                .build(),
            dynamo.deadline())
        .isPresent();
  }

  /**
   * Returns the ordinal in the account's sequence that an event's row names, 0 if it names none.
   */
  private static long named(SequencePages.Unit unit) {
    return Unreadable.tryRead(() -> unit.row().item().number("named")).orElse(0L);
  }

  private static WebhookEvent webhookEvent(Mode mode, Item row) {
    return new WebhookEvent(
        Long.parseLong(row.text(TableSchema.SK)) * 2 + mode.ordinal(),
        row.text("event"),
        WebhookEventType.of(row.text("type")),
        row.has(DeliveryCounts.OPEN)
            ? DeliveryCounts.state(row)
            : DeliveryState.of(row.text("state")),
        (int) row.number("attempts"),
        row.time("created_at"),
        row.number("object_id"),
        new JsonObject(row.text("object")));
  }
}
