package io.doorlist.bench.micro;

import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * A table that answers from memory with the SDK's response objects, which it creates once for each
 * request: all other work is ours. Reads are correct; of writes only the reservation of ordinals is
 * kept, so one ticket can be let in for ever. Thread-safe.
 */
final class MemoryTable implements DynamoDbClient {
  private static final String RANGE = "pk = :pk AND sk BETWEEN :from AND :to";
  private static final String RESERVATION = "ADD #next :0";

  private final String table;
  private final Map<String, NavigableMap<String, Map<String, AttributeValue>>> partitions;
  private final Map<String, GetItemResponse> items = new ConcurrentHashMap<>();
  private final Map<List<Map<String, AttributeValue>>, BatchGetItemResponse> batches =
      new ConcurrentHashMap<>();
  private final Map<String, QueryResponse> ranges = new ConcurrentHashMap<>();
  private final AtomicLong next;

  /**
   * Copies a table.
   *
   * @param next the ordinal before the first reserved one, in any sequence
   */
  MemoryTable(DynamoDbClient original, String table, long next) {
    this.table = table;
    this.next = new AtomicLong(next);
    this.partitions = new TreeMap<>();
    original
        .scanPaginator(scan -> scan.tableName(table))
        .items()
        .forEach(
            item ->
                partitions
                    .computeIfAbsent(item.get("pk").s(), any -> new TreeMap<>())
                    .put(item.get("sk").s(), item));
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    String pk = request.key().get("pk").s();
    String sk = request.key().get("sk").s();
    return items.computeIfAbsent(
        pk + '/' + sk, any -> GetItemResponse.builder().item(item(pk, sk)).build());
  }

  /** Returns an item, or {@code null}. */
  private Map<String, AttributeValue> item(String pk, String sk) {
    return partitions.getOrDefault(pk, new TreeMap<>(Comparator.naturalOrder())).get(sk);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return batches.computeIfAbsent(request.requestItems().get(table).keys(), this::batch);
  }

  private BatchGetItemResponse batch(List<Map<String, AttributeValue>> keys) {
    List<Map<String, AttributeValue>> found =
        keys.stream()
            .map(key -> item(key.get("pk").s(), key.get("sk").s()))
            .filter(item -> item != null)
            .toList();
    return BatchGetItemResponse.builder()
        .responses(Map.of(table, found))
        .unprocessedKeys(Map.of())
        .build();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    if (!RANGE.equals(request.keyConditionExpression())) {
      throw new IllegalArgumentException(request.keyConditionExpression());
    }
    Map<String, AttributeValue> values = request.expressionAttributeValues();
    String pk = values.get(":pk").s();
    String from = values.get(":from").s();
    String to = values.get(":to").s();
    int limit = request.limit() == null ? Integer.MAX_VALUE : request.limit();
    return ranges.computeIfAbsent(
        pk + '/' + from + '/' + to + '/' + limit, any -> range(pk, from, to, limit));
  }

  private QueryResponse range(String pk, String from, String to, int limit) {
    return QueryResponse.builder()
        .items(
            partitions
                .getOrDefault(pk, new TreeMap<>())
                .subMap(from, true, to, true)
                .values()
                .stream()
                .limit(limit)
                .toList())
        .lastEvaluatedKey(Map.of())
        .build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    if (!RESERVATION.equals(request.updateExpression())) {
      throw new IllegalArgumentException(request.updateExpression());
    }
    long k = Long.parseLong(request.expressionAttributeValues().get(":0").n());
    String reserved = Long.toString(next.addAndGet(k));
    return UpdateItemResponse.builder()
        .attributes(Map.of("next", AttributeValue.fromN(reserved)))
        .build();
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return TransactWriteItemsResponse.builder().build();
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {
    // There is nothing to close.
  }
}
