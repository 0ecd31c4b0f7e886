package io.doorlist.exactness.planted;

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

/** Passes everything on; a planted fault overrides what it spoils. */
class RewritingClient implements DynamoDbClient {
  private final DynamoDbClient next;

  RewritingClient(DynamoDbClient next) {
    this.next = next;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return next.getItem(request);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return next.batchGetItem(request);
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return next.query(request);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return next.putItem(request);
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return next.updateItem(request);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return next.transactWriteItems(request);
  }

  @Override
  public String serviceName() {
    return next.serviceName();
  }

  @Override
  public void close() {
    next.close();
  }
}
