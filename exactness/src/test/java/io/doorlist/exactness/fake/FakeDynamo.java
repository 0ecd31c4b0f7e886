package io.doorlist.exactness.fake;

import io.doorlist.store.table.Item;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * DynamoDB in memory, for exactly the requests that our stores send: one table, keys {@code pk} and
 * {@code sk}, time from the caller's clock. Deterministic; each call is atomic. It refuses requests
 * that it does not support. {@code FakeDynamoTest} compares it with DynamoDB Local. Thread-safe.
 */
public class FakeDynamo implements DynamoDbClient {
  static final int MAX_ACTIONS = 100;
  static final int MAX_KEYS = 100;
  private static final int PAGE_BYTES = 1 << 20;
  private static final Duration TOKEN_LIFE = Duration.ofMinutes(10);

  private final FakeTable table;
  private final InstantSource clock;
  private final Duration lag;
  private final FakeTable replica;
  private final Deque<Written> notYetCopied = new ArrayDeque<>();
  private final Map<String, UsedToken> tokens = new HashMap<>();
  private long staleReads;

  public FakeDynamo(FakeTable table, InstantSource clock) {
    this(table, clock, Duration.ZERO);
  }

  /**
   * Creates the fake over a table.
   *
   * @param lag by how much eventually consistent reads lag behind
   */
  public FakeDynamo(FakeTable table, InstantSource clock, Duration lag) {
    this.table = table;
    this.clock = clock;
    this.lag = lag;
    this.replica = lag.isZero() ? table : table.copy();
  }

  private record Written(Instant at, String pk, String sk, Map<String, AttributeValue> item) {}

  private record UsedToken(List<TransactWriteItem> writes, Instant until) {}

  public FakeTable table() {
    return table;
  }

  /** Returns how many eventually consistent reads saw something old. */
  public synchronized long staleReads() {
    return staleReads;
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    Map<String, AttributeValue> item =
        read(request.key(), Boolean.TRUE.equals(request.consistentRead()));
    return GetItemResponse.builder().item(item).build();
  }

  @Override
  public synchronized BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    Map<String, List<Map<String, AttributeValue>>> found = new HashMap<>();
    for (Map.Entry<String, KeysAndAttributes> asked : request.requestItems().entrySet()) {
      List<Map<String, AttributeValue>> keys = asked.getValue().keys();
      if (keys.isEmpty() || keys.size() > MAX_KEYS || new HashSet<>(keys).size() < keys.size()) {
        throw DynamoExceptions.validation("1 to 100 different keys");
      }
      List<Map<String, AttributeValue>> items = new ArrayList<>();
      for (Map<String, AttributeValue> key : keys) {
        Map<String, AttributeValue> item =
            read(key, Boolean.TRUE.equals(asked.getValue().consistentRead()));
        if (item != null) {
          items.add(item);
        }
      }
      found.put(asked.getKey(), items);
    }
    return BatchGetItemResponse.builder().responses(found).build();
  }

  private Map<String, AttributeValue> read(Map<String, AttributeValue> key, boolean consistent) {
    Map<String, AttributeValue> now = table.get(FakeTable.pk(key), FakeTable.sk(key));
    if (consistent || lag.isZero()) {
      return now;
    }
    copy();
    Map<String, AttributeValue> then = replica.get(FakeTable.pk(key), FakeTable.sk(key));
    staleReads += then == now ? 0 : 1;
    return then;
  }

  /** Copies to the replica what is old enough. */
  private void copy() {
    Instant until = clock.instant().minus(lag);
    while (!notYetCopied.isEmpty() && !notYetCopied.peek().at().isAfter(until)) {
      Written written = notYetCopied.remove();
      replica.put(written.pk(), written.sk(), written.item());
    }
  }

  @Override
  public synchronized QueryResponse query(QueryRequest request) {
    if (!"pk = :pk AND sk BETWEEN :from AND :to".equals(request.keyConditionExpression())) {
      throw DynamoExceptions.validation("the fake has no other key condition");
    }
    String pk = request.expressionAttributeValues().get(":pk").s();
    String from = request.expressionAttributeValues().get(":from").s();
    String to = request.expressionAttributeValues().get(":to").s();
    if (from.compareTo(to) > 0) {
      throw DynamoExceptions.validation(
          "The BETWEEN operator requires upper bound to be >= lower bound");
    }
    boolean fromToo = !request.hasExclusiveStartKey();
    String start = fromToo ? from : FakeTable.sk(request.exclusiveStartKey());
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    boolean consistent = Boolean.TRUE.equals(request.consistentRead());
    if (!consistent && !lag.isZero()) {
      copy();
      if (!replica.range(pk, start, fromToo, to).equals(table.range(pk, start, fromToo, to))) {
        staleReads++;
      }
    }
    int bytes = 0;
    int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
    QueryResponse.Builder response = QueryResponse.builder();
    FakeTable seen = consistent ? table : replica;
    for (Map<String, AttributeValue> item : seen.range(pk, start, fromToo, to).values()) {
      items.add(item);
      bytes += new Item(item).bytes();
      if (items.size() == limit || bytes > PAGE_BYTES) {
        response.lastEvaluatedKey(Map.of("pk", item.get("pk"), "sk", item.get("sk")));
        break;
      }
    }
    return response.items(items).count(items.size()).build();
  }

  @Override
  public synchronized PutItemResponse putItem(PutItemRequest request) {
    Action action = Action.of(request);
    single(action);
    return PutItemResponse.builder().build();
  }

  @Override
  public synchronized UpdateItemResponse updateItem(UpdateItemRequest request) {
    Action action = Action.of(request);
    Map<String, AttributeValue> changed = single(action);
    UpdateItemResponse.Builder response = UpdateItemResponse.builder();
    if (request.returnValues() == ReturnValue.UPDATED_NEW) {
      response.attributes(action.touched(changed));
    } else if (request.returnValues() == ReturnValue.ALL_NEW) {
      response.attributes(changed);
    }
    return response.build();
  }

  private Map<String, AttributeValue> single(Action action) {
    Map<String, AttributeValue> old = table.get(action.pk(), action.sk());
    if (!action.holds(old)) {
      throw DynamoExceptions.conditionFailed(action.returnsOld() ? old : null);
    }
    Map<String, AttributeValue> changed = action.result(old);
    write(action, changed);
    return changed;
  }

  private void write(Action action, Map<String, AttributeValue> item) {
    if (action.checksOnly()) {
      return;
    }
    table.put(action.pk(), action.sk(), item);
    if (!lag.isZero()) {
      notYetCopied.add(new Written(clock.instant(), action.pk(), action.sk(), item));
    }
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    List<Action> actions = request.transactItems().stream().map(Action::of).toList();
    if (actions.isEmpty() || actions.size() > MAX_ACTIONS) {
      throw DynamoExceptions.validation("a transaction has 1 to 100 actions");
    }
    Set<List<String>> keys = new HashSet<>();
    for (Action action : actions) {
      if (!keys.add(List.of(action.pk(), action.sk()))) {
        throw DynamoExceptions.validation(
            "a transaction cannot include two operations on one item");
      }
    }
    String token = request.clientRequestToken();
    UsedToken used = token == null ? null : tokens.get(token);
    if (used != null && clock.instant().isBefore(used.until())) {
      if (!used.writes().equals(request.transactItems())) {
        throw DynamoExceptions.mismatch();
      }
      return TransactWriteItemsResponse.builder().build();
    }
    happen(actions);
    if (token != null) {
      tokens.put(token, new UsedToken(request.transactItems(), clock.instant().plus(TOKEN_LIFE)));
    }
    return TransactWriteItemsResponse.builder().build();
  }

  private void happen(List<Action> actions) {
    List<CancellationReason> reasons = new ArrayList<>();
    List<Map<String, AttributeValue>> results = new ArrayList<>();
    boolean allHold = true;
    for (Action action : actions) {
      Map<String, AttributeValue> old = table.get(action.pk(), action.sk());
      CancellationReason.Builder reason = CancellationReason.builder().code("None");
      if (!action.holds(old)) {
        reason.code("ConditionalCheckFailed").message("The conditional request failed");
        if (action.returnsOld() && old != null) {
          reason.item(old);
        }
        allHold = false;
        results.add(null);
      } else {
        try {
          results.add(action.result(old));
        } catch (DynamoDbException e) {
          reason.code("ValidationError").message(e.getMessage());
          allHold = false;
          results.add(null);
        }
      }
      reasons.add(reason.build());
    }
    if (!allHold) {
      throw DynamoExceptions.cancelled(reasons);
    }
    for (int i = 0; i < actions.size(); i++) {
      write(actions.get(i), results.get(i));
    }
  }

  @Override
  public String serviceName() {
    return "dynamodb";
  }

  @Override
  public void close() {
    // Nothing to close.
  }
}
