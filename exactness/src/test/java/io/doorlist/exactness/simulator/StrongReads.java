package io.doorlist.exactness.simulator;

import io.doorlist.exactness.fake.FakeDynamo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** The table as it is at this moment, whatever consistency is asked for. Reads only. */
final class StrongReads implements DynamoDbClient {
  private final FakeDynamo table;

  StrongReads(FakeDynamo table) {
    this.table = table;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return table.getItem(request.toBuilder().consistentRead(true).build());
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return table.query(request.toBuilder().consistentRead(true).build());
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    return table.batchGetItem(request);
  }

  @Override
  public String serviceName() {
    return table.serviceName();
  }

  @Override
  public void close() {}
}
