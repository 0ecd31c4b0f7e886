package io.doorlist.testing;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.ItemSize;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/**
 * Counts what requests cost: read units as the store itself reports them, write units by AWS's
 * published rule (1 for each KB of the item afterwards, twice that in a transaction), and round
 * trips.
 */
public final class CountingClient implements DynamoDbClient {
  private final DynamoDbClient client;
  private final DoubleAdder readUnits = new DoubleAdder();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger writeUnits = new AtomicInteger();

  public CountingClient(DynamoDbClient client) {
    this.client = client;
  }

  /** What some requests cost. */
  public record Cost(double readUnits, int reads, int writes, int writeUnits) {}

  /** Returns the cost since the last call. */
  public Cost take() {
    return new Cost(
        readUnits.sumThenReset(), reads.getAndSet(0), writes.getAndSet(0), writeUnits.getAndSet(0));
  }

  private void read(ConsumedCapacity capacity) {
    readUnits.add(capacity.capacityUnits());
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    reads.incrementAndGet();
    var counted = request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    GetItemResponse response = client.getItem(counted);
    read(response.consumedCapacity());
    return response;
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    reads.incrementAndGet();
    var counted = request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    QueryResponse response = client.query(counted);
    read(response.consumedCapacity());
    return response;
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    reads.incrementAndGet();
    var counted = request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build();
    BatchGetItemResponse response = client.batchGetItem(counted);
    response.consumedCapacity().forEach(this::read);
    return response;
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    writes.incrementAndGet();
    PutItemResponse response = client.putItem(request);
    written(request.tableName(), request.item(), 1);
    return response;
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    writes.incrementAndGet();
    UpdateItemResponse response = client.updateItem(request);
    written(request.tableName(), request.key(), 1);
    return response;
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    writes.incrementAndGet();
    TransactWriteItemsResponse response = client.transactWriteItems(request);
    for (TransactWriteItem write : request.transactItems()) {
      if (write.put() != null) {
        written(write.put().tableName(), write.put().item(), 2);
      } else if (write.update() != null) {
        written(write.update().tableName(), write.update().key(), 2);
      } else {
        writeUnits.addAndGet(2);
      }
    }
    return response;
  }

  /** Counts an item as it is now, which is found by its key. */
  private void written(String table, Map<String, AttributeValue> keyOrItem, int times) {
    Map<String, AttributeValue> key = Map.of("pk", keyOrItem.get("pk"), "sk", keyOrItem.get("sk"));
    int bytes =
        ItemSize.bytes(
            new Item(
                client.getItem(get -> get.tableName(table).key(key).consistentRead(true)).item()));
    writeUnits.addAndGet(times * Math.max(1, (bytes + 1023) / 1024));
  }

  @Override
  public String serviceName() {
    return client.serviceName();
  }

  @Override
  public void close() {
    client.close();
  }
}
