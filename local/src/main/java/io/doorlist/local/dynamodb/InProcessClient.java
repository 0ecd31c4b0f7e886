package io.doorlist.local.dynamodb;

import java.time.Duration;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ScanRequest;
import software.amazon.awssdk.services.dynamodb.model.ScanResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;

/**
 * The SDK's client of a table in the same process, without HTTP and JSON in between. It knows the
 * operations that functions use, and no other. Thread-safe; the table outlives it.
 */
final class InProcessClient implements DynamoDbClient {
  /** All users and regions see the same tables. */
  private static final String USER = "local";

  private static final String REGION = "local";

  private final DynamoDBRequestHandler table;
  private final InProcessRequests requests;
  private final Duration patience;

  InProcessClient(DynamoDBRequestHandler table, InProcessRequests requests, Duration patience) {
    this.table = table;
    this.requests = requests;
    this.patience = patience;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return requests.answer(false, patience, () -> table.getItem(USER, REGION, request));
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return requests.answer(false, patience, () -> table.batchGetItem(USER, REGION, request));
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return requests.answer(false, patience, () -> table.query(USER, REGION, request));
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return requests.answer(false, patience, () -> table.scan(USER, REGION, request));
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return requests.answer(true, patience, () -> table.putItem(USER, REGION, request));
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return requests.answer(true, patience, () -> table.updateItem(USER, REGION, request));
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return requests.answer(true, patience, () -> table.deleteItem(USER, REGION, request));
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return requests.answer(true, patience, () -> table.transactWriteItems(USER, REGION, request));
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {}
}
