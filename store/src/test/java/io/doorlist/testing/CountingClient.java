package io.doorlist.testing;

import static software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity.TOTAL;

import io.doorlist.store.table.Item;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Counts what requests cost: read units as the store itself reports them, write units by AWS's
 * published rule (1 for each KB of the item afterwards, twice that in a transaction), and round
 * trips.
 */
public final class CountingClient extends RelayingClient {
  private final DynamoDbClient next;
  private final DoubleAdder readUnits = new DoubleAdder();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();
  private final AtomicInteger writeUnits = new AtomicInteger();

  public CountingClient(DynamoDbClient next) {
    super(next);
    this.next = next;
  }

  public record Cost(double readUnits, int reads, int writes, int writeUnits) {}

  /** Returns the cost since the last call. */
  public Cost spent() {
    return new Cost(
        readUnits.sumThenReset(), reads.getAndSet(0), writes.getAndSet(0), writeUnits.getAndSet(0));
  }

  @Override
  protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
      Q request, Function<Q, A> call) {
    (writes(request) ? writes : reads).incrementAndGet();
    A answer = super.relay(request, call);
    switch (request) {
      case PutItemRequest put -> written(put.tableName(), put.item(), 1);
      case UpdateItemRequest update -> written(update.tableName(), update.key(), 1);
      case TransactWriteItemsRequest all -> all.transactItems().forEach(this::written);
      case DeleteItemRequest delete ->
          throw new UnsupportedOperationException("the units of a deletion are not counted");
      default -> {}
    }
    return answer;
  }

  private void read(ConsumedCapacity capacity) {
    readUnits.add(capacity.capacityUnits());
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response =
        super.getItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    read(response.consumedCapacity());
    return response;
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    QueryResponse response = super.query(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    read(response.consumedCapacity());
    return response;
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    BatchGetItemResponse response =
        super.batchGetItem(request.toBuilder().returnConsumedCapacity(TOTAL).build());
    response.consumedCapacity().forEach(this::read);
    return response;
  }

  private void written(TransactWriteItem write) {
    if (write.put() != null) {
      written(write.put().tableName(), write.put().item(), 2);
    } else if (write.update() != null) {
      written(write.update().tableName(), write.update().key(), 2);
    } else {
      writeUnits.addAndGet(2);
    }
  }

  /** Counts an item in its present state, found by its key. */
  private void written(String table, Map<String, AttributeValue> keyOrItem, int times) {
    Map<String, AttributeValue> key = Map.of("pk", keyOrItem.get("pk"), "sk", keyOrItem.get("sk"));
    Item now =
        new Item(next.getItem(get -> get.tableName(table).key(key).consistentRead(true)).item());
    writeUnits.addAndGet(times * Math.max(1, (now.bytes() + 1023) / 1024));
  }
}
