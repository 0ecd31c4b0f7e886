package io.doorlist.store.table;

import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The table as our stores use it: reads by key are strongly consistent, what a call leaves over is
 * fetched, failed conditions are answers, and everything is tried again while there is time.
 * Thread-safe.
 */
public final class Dynamo {
  /** Most keys of one batch read. */
  private static final int BATCH = 100;

  private final DynamoDbClient client;
  private final String table;
  private final Clock clock;
  private final Retry retry;
  private final Duration patience;

  /**
   * Creates one.
   *
   * @param patience how long a call may take with all retries, where there is no other deadline
   */
  public Dynamo(DynamoDbClient client, String table, Clock clock, Retry retry, Duration patience) {
    this.client = client;
    this.table = table;
    this.clock = clock;
    this.retry = retry;
    this.patience = patience;
  }

  /** Returns the table's name. */
  public String table() {
    return table;
  }

  /** Returns the time that calls go by. */
  public Clock clock() {
    return clock;
  }

  /** Returns the deadline of a call that has none of its own. */
  public Instant deadline() {
    return clock.instant().plus(patience);
  }

  /** Reads one item, strongly consistent. */
  public Optional<Item> get(Key key, Instant deadline) {
    GetItemRequest request =
        GetItemRequest.builder().tableName(table).key(key(key)).consistentRead(true).build();
    Map<String, AttributeValue> found = retry.call(deadline, () -> client.getItem(request).item());
    return found == null || found.isEmpty() ? Optional.empty() : Optional.of(new Item(found));
  }

  /** Reads items by key, strongly consistent; those that are not there are left out. */
  public Map<Key, Item> get(Collection<Key> keys, Instant deadline) {
    Map<Key, Item> found = new HashMap<>();
    List<Key> all = List.copyOf(keys);
    for (int from = 0; from < all.size(); from += BATCH) {
      readBatch(all.subList(from, Math.min(from + BATCH, all.size())), deadline, found);
    }
    return found;
  }

  private void readBatch(List<Key> keys, Instant deadline, Map<Key, Item> found) {
    KeysAndAttributes open =
        KeysAndAttributes.builder()
            .keys(keys.stream().map(Dynamo::key).toList())
            .consistentRead(true)
            .build();
    for (int tries = 0; open != null; tries++) {
      if (tries > 0) {
        retry.pause(tries - 1, deadline, null);
      }
      Map<String, KeysAndAttributes> ask = Map.of(table, open);
      var answer =
          retry.call(deadline, () -> client.batchGetItem(batch -> batch.requestItems(ask)));
      for (Map<String, AttributeValue> attributes :
          answer.responses().getOrDefault(table, List.of())) {
        Item item = new Item(attributes);
        found.put(item.key(), item);
      }
      open = answer.unprocessedKeys().get(table);
    }
  }

  /**
   * What a range read asks for: sort keys from {@code from} to {@code to}, both included, in order.
   */
  public record Range(String pk, String from, String to, boolean consistent, int limit) {
    /** The whole range. */
    public static final int NO_LIMIT = Integer.MAX_VALUE;
  }

  /** Reads a range in order of the sort key, up to its limit. */
  public List<Item> query(Range range, Instant deadline) {
    List<Item> items = new ArrayList<>();
    Map<String, AttributeValue> start = Map.of();
    do {
      QueryRequest.Builder request =
          QueryRequest.builder()
              .tableName(table)
              .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
              .expressionAttributeValues(
                  Map.of(
                      ":pk", AttributeValue.fromS(range.pk()),
                      ":from", AttributeValue.fromS(range.from()),
                      ":to", AttributeValue.fromS(range.to())))
              .consistentRead(range.consistent());
      if (range.limit() != Range.NO_LIMIT) {
        request.limit(range.limit() - items.size());
      }
      if (!start.isEmpty()) {
        request.exclusiveStartKey(start);
      }
      QueryRequest page = request.build();
      QueryResponse answer = retry.call(deadline, () -> client.query(page));
      answer.items().forEach(attributes -> items.add(new Item(attributes)));
      start = answer.lastEvaluatedKey();
    } while (!start.isEmpty() && items.size() < range.limit());
    return items;
  }

  /** Updates one item and returns the changed attributes; empty if its condition failed. */
  public Optional<Item> update(UpdateItemRequest request, Instant deadline) {
    try {
      return Optional.of(
          new Item(retry.call(deadline, () -> client.updateItem(request).attributes())));
    } catch (ConditionalCheckFailedException e) {
      return Optional.empty();
    }
  }

  /** Writes an item unless its key is taken; tells whether it did. */
  public boolean putIfAbsent(Item item, Instant deadline) {
    try {
      retry.call(
          deadline,
          () ->
              client.putItem(
                  put -> put.tableName(table).item(item.attributes()).conditionExpression(ABSENT)));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** Writes an item in place of the one with its key; tells whether there was one. */
  public boolean replace(Item item, Instant deadline) {
    try {
      retry.call(
          deadline,
          () ->
              client.putItem(
                  put ->
                      put.tableName(table).item(item.attributes()).conditionExpression(PRESENT)));
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  /** Deletes the item with this key, if there is one. */
  public void delete(Key key, Instant deadline) {
    retry.call(deadline, () -> client.deleteItem(delete -> delete.tableName(table).key(key(key))));
  }

  /** Holds for a key that no item has. */
  public static final String ABSENT = "attribute_not_exists(pk)";

  /** Holds for a key that an item has. */
  public static final String PRESENT = "attribute_exists(pk)";

  /**
   * The conditions that kept a transaction from happening.
   *
   * @param failed position of the write to the item that was there, without attributes if there was
   *     none
   */
  public record Rejection(Map<Integer, Item> failed) {
    /** Tells whether this write's condition failed. */
    public boolean failed(int position) {
      return failed.containsKey(position);
    }
  }

  /**
   * Writes all or nothing; returns what was in the way, or empty if it is written. Every time that
   * it is sent it carries one and the same token, so that it happens once although answers get
   * lost.
   */
  public Optional<Rejection> transact(List<TransactWriteItem> writes, Instant deadline) {
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(writes)
            .clientRequestToken(UUID.randomUUID().toString())
            .build();
    try {
      retry.call(deadline, () -> client.transactWriteItems(request));
      return Optional.empty();
    } catch (TransactionCanceledException e) {
      Map<Integer, Item> failed = new HashMap<>();
      List<CancellationReason> reasons = e.cancellationReasons();
      for (int i = 0; i < reasons.size(); i++) {
        if ("ConditionalCheckFailed".equals(reasons.get(i).code())) {
          failed.put(i, new Item(reasons.get(i).hasItem() ? reasons.get(i).item() : Map.of()));
        }
      }
      if (failed.isEmpty()) {
        throw e;
      }
      return Optional.of(new Rejection(failed));
    }
  }

  /** Returns a key as DynamoDB takes it. */
  public static Map<String, AttributeValue> key(Key key) {
    return Map.of(
        TableSchema.PK, AttributeValue.fromS(key.pk()),
        TableSchema.SK, AttributeValue.fromS(key.sk()));
  }
}
