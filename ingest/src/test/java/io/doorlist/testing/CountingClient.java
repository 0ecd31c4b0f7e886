package io.doorlist.testing;

import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.DoubleAdder;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
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
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Counts what requests cost, as the store itself reports it: read units, and round trips. */
public final class CountingClient implements DynamoDbClient {
  private final DynamoDbClient client;
  private final DoubleAdder readUnits = new DoubleAdder();
  private final AtomicInteger reads = new AtomicInteger();
  private final AtomicInteger writes = new AtomicInteger();

  public CountingClient(DynamoDbClient client) {
    this.client = client;
  }

  /** What some requests cost. */
  public record Cost(double readUnits, int reads, int writes) {}

  /** Returns the cost since the last call. */
  public Cost take() {
    return new Cost(readUnits.sumThenReset(), reads.getAndSet(0), writes.getAndSet(0));
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
    return client.putItem(request);
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    writes.incrementAndGet();
    return client.updateItem(request);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    writes.incrementAndGet();
    return client.transactWriteItems(request);
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
