package io.doorlist.exactness.fake;

import io.doorlist.store.table.Item;
import java.time.Clock;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Any number of tables in memory, each there when it is named, which say what reads cost: the
 * store's own tests run on them for every mutant ({@code tools/mutants/run}). Thread-safe.
 */
public final class FakeTables implements DynamoDbClient {
  /** More than a test uses: those before belong to tests that are over. */
  private static final int KEPT = 64;

  private final SequencedMap<String, FakeDynamo> tables = new LinkedHashMap<>();

  private synchronized FakeDynamo table(String name) {
    FakeDynamo table =
        tables.computeIfAbsent(name, any -> new FakeDynamo(new FakeTable(), Clock.systemUTC()));
    if (tables.size() > KEPT) {
      tables.pollFirstEntry();
    }
    return table;
  }

  private static ConsumedCapacity cost(double units) {
    return ConsumedCapacity.builder().capacityUnits(units).build();
  }

  private static double units(List<Map<String, AttributeValue>> items, Boolean consistent) {
    int bytes = items.stream().map(Item::new).mapToInt(Item::bytes).sum();
    return Throughput.readUnits(bytes, Boolean.TRUE.equals(consistent));
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response = table(request.tableName()).getItem(request);
    List<Map<String, AttributeValue>> found =
        response.hasItem() ? List.of(response.item()) : List.of();
    return response.toBuilder()
        .consumedCapacity(cost(units(found, request.consistentRead())))
        .build();
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    String name = request.requestItems().keySet().iterator().next();
    BatchGetItemResponse response = table(name).batchGetItem(request);
    Boolean consistent = request.requestItems().get(name).consistentRead();
    List<Map<String, AttributeValue>> found = response.responses().get(name);
    // As DynamoDB Local counts: nothing for what is not there.
    double units = found.stream().mapToDouble(item -> units(List.of(item), consistent)).sum();
    return response.toBuilder().consumedCapacity(cost(units)).build();
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    QueryResponse response = table(request.tableName()).query(request);
    return response.toBuilder()
        .consumedCapacity(cost(units(response.items(), request.consistentRead())))
        .build();
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    List<Map<String, AttributeValue>> items = new ArrayList<>();
    FakeDynamo table = table(request.tableName());
    synchronized (table) {
      table.table().forEach((pk, item) -> items.add(item));
    }
    items.removeIf(item -> !passes(request, item));
    return ScanResponse.builder().items(items).count(items.size()).build();
  }

  /**
   * Returns whether an item passes the filter of a scan: these two are all that our stores send.
   */
  private static boolean passes(ScanRequest request, Map<String, AttributeValue> item) {
    Map<String, AttributeValue> values = request.expressionAttributeValues();
    return switch (request.filterExpression()) {
      case null -> true;
      case "sk = :sk" -> item.get("sk").equals(values.get(":sk"));
      case "pk = :account OR begins_with(pk, :parts)"
              + " OR (begins_with(pk, :tokens) AND account = :account)" ->
          item.get("pk").equals(values.get(":account"))
              || FakeTable.pk(item).startsWith(values.get(":parts").s())
              || FakeTable.pk(item).startsWith(values.get(":tokens").s())
                  && values.get(":account").equals(item.get("account"));
      default -> throw DynamoExceptions.validation("the fake has no other filter");
    };
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return table(request.tableName()).putItem(request);
  }

  @Override
  public BatchWriteItemResponse batchWriteItem(BatchWriteItemRequest request) {
    request
        .requestItems()
        .forEach(
            (name, writes) ->
                writes.forEach(
                    write ->
                        table(name)
                            .putItem(
                                PutItemRequest.builder().item(write.putRequest().item()).build())));
    return BatchWriteItemResponse.builder().build();
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return table(request.tableName()).updateItem(request);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return table(table(request.transactItems().getFirst())).transactWriteItems(request);
  }

  private static String table(TransactWriteItem write) {
    if (write.put() != null) {
      return write.put().tableName();
    }
    if (write.update() != null) {
      return write.update().tableName();
    }
    return write.delete() != null ? write.delete().tableName() : write.conditionCheck().tableName();
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
