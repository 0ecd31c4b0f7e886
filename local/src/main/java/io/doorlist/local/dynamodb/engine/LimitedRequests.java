package io.doorlist.local.dynamodb.engine;

import io.doorlist.local.throughput.ItemSize;
import io.doorlist.local.throughput.Throughput;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.dynamodb.services.exceptions.AWSExceptionFactory;
import software.amazon.dynamodb.services.exceptions.AmazonServiceExceptionType;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;

/**
 * DynamoDB Local whose partition keys give no more than a {@link Throughput}, for tables whose key
 * is {@code pk} and {@code sk}. An update counts its values as added to the item, so a few bytes
 * too many at most. Thread-safe.
 */
class LimitedRequests extends LocalDynamoDBRequestHandler {
  private static final String PK = "pk";
  private static final String SK = "sk";
  private static final String MESSAGE =
      "Throughput exceeds the current capacity of your table or index";

  private volatile Throughput throughput = Throughput.UNLIMITED;

  /**
   * Creates the handler, without limits.
   *
   * @param directory where the database is, or {@code null} for memory
   */
  LimitedRequests(Path directory) {
    super(0, directory == null, directory == null ? null : directory.toString(), true, false);
  }

  void limit(Throughput limits) {
    throughput = limits;
  }

  /** One write: its key, what it puts instead of the item if anything, what it adds to it. */
  private record Change(
      String table,
      Map<String, AttributeValue> key,
      Map<String, AttributeValue> puts,
      Map<String, AttributeValue> adds) {

    static Change of(TransactWriteItem item) {
      if (item.put() != null) {
        return put(item.put().tableName(), item.put().item());
      }
      if (item.update() != null) {
        Update update = item.update();
        return new Change(
            update.tableName(), update.key(), null, update.expressionAttributeValues());
      }
      return item.delete() != null
          ? same(item.delete().tableName(), item.delete().key())
          : same(item.conditionCheck().tableName(), item.conditionCheck().key());
    }

    static Change put(String table, Map<String, AttributeValue> item) {
      return new Change(table, item, item, Map.of());
    }

    static Change same(String table, Map<String, AttributeValue> key) {
      return new Change(table, key, null, Map.of());
    }
  }

  private static String text(Map<String, AttributeValue> key, String name) {
    AttributeValue value = key.get(name);
    return value == null || value.s() == null ? "" : value.s();
  }

  /**
   * Takes the units of writes, of each partition key or of none; returns whether they were there.
   */
  private boolean pays(String user, String region, Collection<Change> changes, boolean together) {
    Throughput limits = throughput;
    if (!limits.limited()) {
      return true;
    }
    Map<String, Integer> units = new HashMap<>();
    for (Change change : changes) {
      int before = bytesOf(user, region, change);
      int after = change.puts() == null ? before : ItemSize.of(change.puts());
      int largest = Math.max(before, after + ItemSize.of(change.adds()));
      units.merge(text(change.key(), PK), Throughput.writeUnits(largest, together), Integer::sum);
    }
    return limits.write(units);
  }

  private int bytesOf(String user, String region, Change change) {
    if (!change.key().containsKey(PK) || !change.key().containsKey(SK)) {
      return 0;
    }
    Map<String, AttributeValue> key = Map.of(PK, change.key().get(PK), SK, change.key().get(SK));
    GetItemRequest get =
        GetItemRequest.builder().tableName(change.table()).key(key).consistentRead(true).build();
    return ItemSize.of(super.getItem(user, region, get).item());
  }

  private void pay(String user, String region, Change change) {
    if (!pays(user, region, List.of(change), false)) {
      throw throttled();
    }
  }

  private static DynamoDbException throttled() {
    return AWSExceptionFactory.buildAWSException(
        AmazonServiceExceptionType.PROVISIONED_THROUGHPUT_EXCEEDED_EXCEPTION, MESSAGE);
  }

  @Override
  public PutItemResponse putItem(String user, String region, PutItemRequest request) {
    pay(user, region, Change.put(request.tableName(), request.item()));
    return super.putItem(user, region, request);
  }

  @Override
  public UpdateItemResponse updateItem(String user, String region, UpdateItemRequest request) {
    pay(
        user,
        region,
        new Change(request.tableName(), request.key(), null, request.expressionAttributeValues()));
    return super.updateItem(user, region, request);
  }

  @Override
  public DeleteItemResponse deleteItem(String user, String region, DeleteItemRequest request) {
    pay(user, region, Change.same(request.tableName(), request.key()));
    return super.deleteItem(user, region, request);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(
      String user, String region, TransactWriteItemsRequest request) {
    List<Change> changes = request.transactItems().stream().map(Change::of).toList();
    if (!pays(user, region, changes, true)) {
      throw cancelled(changes.size());
    }
    return transact(user, region, request);
  }

  /** Carries out a transaction for which there are units. */
  TransactWriteItemsResponse transact(
      String user, String region, TransactWriteItemsRequest request) {
    return super.transactWriteItems(user, region, request);
  }

  private static DynamoDbException cancelled(int actions) {
    CancellationReason reason =
        CancellationReason.builder().code("ThrottlingError").message(MESSAGE).build();
    return AWSExceptionFactory.buildTransactionCanceledException(
        Collections.nCopies(actions, reason));
  }

  /** Unlike on AWS, a batch is written whole or not at all. */
  @Override
  public BatchWriteItemResponse batchWriteItem(
      String user, String region, BatchWriteItemRequest request) {
    List<Change> changes = new ArrayList<>();
    request
        .requestItems()
        .forEach(
            (table, writes) ->
                writes.forEach(
                    write ->
                        changes.add(
                            write.putRequest() != null
                                ? Change.put(table, write.putRequest().item())
                                : Change.same(table, write.deleteRequest().key()))));
    if (!pays(user, region, changes, false)) {
      throw throttled();
    }
    return super.batchWriteItem(user, region, request);
  }

  @Override
  public GetItemResponse getItem(String user, String region, GetItemRequest request) {
    return read(
        text(request.key(), PK),
        request.consistentRead(),
        () -> super.getItem(user, region, request),
        answer -> ItemSize.of(answer.item()));
  }

  private <T> T read(String pk, Boolean consistent, Supplier<T> call, ToIntFunction<T> bytes) {
    Throughput limits = throughput;
    if (!limits.limited()) {
      return call.get();
    }
    if (!limits.mayRead(pk)) {
      throw throttled();
    }
    T answer = call.get();
    limits.read(pk, units(bytes.applyAsInt(answer), consistent));
    return answer;
  }

  private static double units(int bytes, Boolean consistent) {
    return Throughput.readUnits(bytes, Boolean.TRUE.equals(consistent));
  }

  @Override
  public BatchGetItemResponse batchGetItem(
      String user, String region, BatchGetItemRequest request) {
    Throughput limits = throughput;
    if (!limits.limited()) {
      return super.batchGetItem(user, region, request);
    }
    Map<String, KeysAndAttributes> served = new HashMap<>();
    Map<String, KeysAndAttributes> left = new HashMap<>();
    request
        .requestItems()
        .forEach(
            (table, asked) -> {
              List<Map<String, AttributeValue>> may = new ArrayList<>(asked.keys());
              may.removeIf(key -> !limits.mayRead(text(key, PK)));
              List<Map<String, AttributeValue>> rest = new ArrayList<>(asked.keys());
              rest.removeAll(may);
              if (!may.isEmpty()) {
                served.put(table, asked.toBuilder().keys(may).build());
              }
              if (!rest.isEmpty()) {
                left.put(table, asked.toBuilder().keys(rest).build());
              }
            });
    if (served.isEmpty() && !left.isEmpty()) {
      throw throttled();
    }
    BatchGetItemResponse answer =
        super.batchGetItem(user, region, request.toBuilder().requestItems(served).build());
    served.forEach(
        (table, asked) -> {
          Map<List<AttributeValue>, Integer> sizes = new HashMap<>();
          for (Map<String, AttributeValue> item : answer.responses().get(table)) {
            sizes.put(List.of(item.get(PK), item.get(SK)), ItemSize.of(item));
          }
          for (Map<String, AttributeValue> key : asked.keys()) {
            int bytes = sizes.getOrDefault(List.of(key.get(PK), key.get(SK)), 0);
            limits.read(text(key, PK), units(bytes, asked.consistentRead()));
          }
        });
    return left.isEmpty() ? answer : answer.toBuilder().unprocessedKeys(left).build();
  }

  @Override
  public QueryResponse query(String user, String region, QueryRequest request) {
    String pk = text(request.expressionAttributeValues(), ":" + PK);
    if (request.indexName() != null || pk.isEmpty()) {
      return super.query(user, region, request);
    }
    return read(
        pk,
        request.consistentRead(),
        () -> super.query(user, region, request),
        answer -> answer.items().stream().mapToInt(ItemSize::of).sum());
  }
}
