package io.doorlist.testing;

import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Lets some writes through and then is dead, like a process that was killed. */
public final class DyingClient implements DynamoDbClient {
  private final DynamoDbClient client;
  private final AtomicInteger writesLeft;

  public DyingClient(DynamoDbClient client, int writes) {
    this.client = client;
    this.writesLeft = new AtomicInteger(writes);
  }

  /** Ends whatever the client was used for. */
  public static final class Killed extends RuntimeException {
    private static final long serialVersionUID = 1L;
  }

  private void write() {
    if (writesLeft.getAndDecrement() <= 0) {
      throw new Killed();
    }
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return client.getItem(request);
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return client.query(request);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return client.batchGetItem(request);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    write();
    return client.putItem(request);
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    write();
    return client.updateItem(request);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    write();
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
