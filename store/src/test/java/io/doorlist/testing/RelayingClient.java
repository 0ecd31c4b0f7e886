package io.doorlist.testing;

import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemResponse;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbResponse;
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

/**
 * Passes requests on to another client. A test overrides the call that it changes, or {@link
 * #relay} to see all calls. Closing it leaves the other client open.
 */
public class RelayingClient implements DynamoDbClient {
  private final DynamoDbClient next;

  public RelayingClient(DynamoDbClient next) {
    this.next = next;
  }

  /** Makes a call; every call passes here. */
  protected <Q extends DynamoDbRequest, A extends DynamoDbResponse> A relay(
      Q request, Function<Q, A> call) {
    return call.apply(request);
  }

  protected static boolean writes(DynamoDbRequest request) {
    return request instanceof PutItemRequest
        || request instanceof UpdateItemRequest
        || request instanceof DeleteItemRequest
        || request instanceof TransactWriteItemsRequest;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return relay(request, next::getItem);
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return relay(request, next::batchGetItem);
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return relay(request, next::query);
  }

  @Override
  public ScanResponse scan(ScanRequest request) {
    return relay(request, next::scan);
  }

  @Override
  public PutItemResponse putItem(PutItemRequest request) {
    return relay(request, next::putItem);
  }

  @Override
  public UpdateItemResponse updateItem(UpdateItemRequest request) {
    return relay(request, next::updateItem);
  }

  @Override
  public DeleteItemResponse deleteItem(DeleteItemRequest request) {
    return relay(request, next::deleteItem);
  }

  @Override
  public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
    return relay(request, next::transactWriteItems);
  }

  @Override
  public String serviceName() {
    return next.serviceName();
  }

  @Override
  public void close() {}
}
