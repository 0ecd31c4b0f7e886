package io.doorlist.store.table;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * The table as our stores use it: reads by key are strongly consistent, unprocessed keys and
 * further pages are always fetched, failed conditions are answers, and every call is retried until
 * its deadline, {@link #deadline} if it has none. Thread-safe.
 */
public final class Dynamo {
  /** The most keys of one batch read. */
  private static final int BATCH = 100;

  private final DynamoDbClient client;
  private final String table;
  private final Retry retry;
  private final Duration patience;

  /**
   * Creates the access to a table.
   *
   * @param patience how long a call may take including retries, unless it has a deadline
   */
  public Dynamo(DynamoDbClient client, String table, Retry retry, Duration patience) {
    this.client = client;
    this.table = table;
    this.retry = retry;
    this.patience = patience;
  }

  public Dynamo with(Pace pace) {
    return with(pace, patience);
  }

  /** Returns the same table, with another pace and patience. */
  public Dynamo with(Pace pace, Duration otherPatience) {
    return new Dynamo(client, table, new Retry(retry.time(), pace), otherPatience);
  }

  public String table() {
    return table;
  }

  public Clock clock() {
    return retry.time().clock();
  }

  /** Returns the deadline of a call that has none of its own. */
  public Instant deadline() {
    return clock().instant().plus(patience);
  }

  public Optional<Item> get(Key key) {
    return get(key, deadline());
  }

  public Optional<Item> get(Key key, Instant deadline) {
    GetItemRequest request =
        GetItemRequest.builder()
            .tableName(table)
            .key(key.attributes())
            .consistentRead(true)
            .build();
    Map<String, AttributeValue> found = retry.call(deadline, () -> client.getItem(request).item());
    return found == null || found.isEmpty() ? Optional.empty() : Optional.of(new Item(found));
  }

  public Map<Key, Item> get(Collection<Key> keys) {
    return get(keys, deadline());
  }

  /** Reads items by key; missing ones are left out. No key costs nothing. */
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
            .keys(keys.stream().map(Key::attributes).toList())
            .consistentRead(true)
            .build();
    for (int tries = 0; open != null; tries++) {
      if (tries > 0) {
        retry.pause(tries - 1, deadline, null);
      }
      Map<String, KeysAndAttributes> ask = Map.of(table, open);
      BatchGetItemResponse answer =
          retry.call(deadline, () -> client.batchGetItem(batch -> batch.requestItems(ask)));
      answer.responses().getOrDefault(table, List.of()).stream()
          .map(Item::new)
          .forEach(item -> found.put(item.key(), item));
      open = answer.unprocessedKeys().get(table);
    }
  }

  public List<Item> query(Range range) {
    return query(range, deadline());
  }

  /** Reads a range in the order of the sort key, up to its limit. */
  public List<Item> query(Range range, Instant deadline) {
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
            .expressionAttributeValues(
                Map.of(
                    ":pk", AttributeValue.fromS(range.pk()),
                    ":from", AttributeValue.fromS(range.from()),
                    ":to", AttributeValue.fromS(range.to())))
            .consistentRead(range.consistent());
    List<Item> items = new ArrayList<>();
    Map<String, AttributeValue> last;
    do {
      QueryRequest next =
          query.limit(range.limited() ? range.limit() - items.size() : null).build();
      QueryResponse page = retry.call(deadline, () -> client.query(next));
      page.items().forEach(attributes -> items.add(new Item(attributes)));
      last = page.lastEvaluatedKey();
      query.exclusiveStartKey(last);
    } while (!last.isEmpty() && items.size() < range.limit());
    return items;
  }

  /**
   * Reads all items of an account in the whole table, and its tokens; for commands only. Strongly
   * consistent, each page by itself.
   */
  public void scanAccount(String account, Consumer<Item> each) {
    Map<String, AttributeValue> values =
        Map.of(
            ":account", AttributeValue.fromS(TableSchema.account(account).pk()),
            ":parts", AttributeValue.fromS(TableSchema.parts(account)),
            ":tokens", AttributeValue.fromS(TableSchema.token("").pk()));
    Iterator<ScanResponse> pages =
        client
            .scanPaginator(
                scan ->
                    scan.tableName(table)
                        .filterExpression(
                            "pk = :account OR begins_with(pk, :parts)"
                                + " OR (begins_with(pk, :tokens) AND account = :account)")
                        .expressionAttributeValues(values)
                        .consistentRead(true))
            .iterator();
    while (pages.hasNext()) {
      retry
          .call(deadline(), pages::next)
          .items()
          .forEach(attributes -> each.accept(new Item(attributes)));
    }
  }

  public boolean isEmpty() {
    ScanRequest one = ScanRequest.builder().tableName(table).limit(1).consistentRead(true).build();
    return retry.call(deadline(), () -> client.scan(one)).items().isEmpty();
  }

  public Optional<Item> update(Update update) {
    return update(update, deadline());
  }

  /** Updates one item and returns its new state; empty if the condition failed. */
  public Optional<Item> update(Update update, Instant deadline) {
    UpdateItemRequest request = Requests.update(table, update);
    try {
      return Optional.of(
          new Item(retry.call(deadline, () -> client.updateItem(request).attributes())));
    } catch (ConditionalCheckFailedException e) {
      return Optional.empty();
    }
  }

  public boolean write(Write write) {
    return write(write, deadline());
  }

  /** Executes one write; returns false if its condition failed. */
  public boolean write(Write write, Instant deadline) {
    try {
      retry.call(
          deadline,
          () -> {
            Requests.send(client, table, write);
            return true;
          });
      return true;
    } catch (ConditionalCheckFailedException e) {
      return false;
    }
  }

  public Transaction transact(List<? extends Write> writes) {
    return transact(writes, deadline());
  }

  /**
   * Writes all or nothing. Every retry carries the same token, so the transaction happens once even
   * if answers get lost.
   */
  public Transaction transact(List<? extends Write> writes, Instant deadline) {
    List<TransactWriteItem> parts =
        writes.stream().map(write -> Requests.part(table, write)).toList();
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(parts)
            .clientRequestToken(UUID.randomUUID().toString())
            .build();
    try {
      retry.call(deadline, () -> client.transactWriteItems(request));
      return new Transaction.Written();
    } catch (TransactionCanceledException e) {
      Map<Write, Item> failed = new HashMap<>();
      List<CancellationReason> reasons = e.cancellationReasons();
      for (int i = 0; i < reasons.size(); i++) {
        if ("ConditionalCheckFailed".equals(reasons.get(i).code())) {
          failed.put(writes.get(i), new Item(reasons.get(i).item()));
        }
      }
      if (failed.isEmpty()) {
        throw e;
      }
      return new Transaction.Rejected(failed);
    }
  }

  /**
   * Returns whether a transaction failed because, when it was last sent, another one was writing
   * this write's item.
   */
  public static boolean conflicted(UnavailableException e, List<Write> writes, Write write) {
    int position = writes.indexOf(write);
    return e.getCause() instanceof TransactionCanceledException cancelled
        && cancelled.cancellationReasons().size() > position
        && "TransactionConflict".equals(cancelled.cancellationReasons().get(position).code());
  }
}
