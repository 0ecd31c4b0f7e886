package io.doorlist.exactness.simulator;

import io.doorlist.exactness.fake.FakeDynamo;
import io.doorlist.testing.RelayingClient;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads the present table, whatever consistency is requested. */
final class StrongReads extends RelayingClient {
  StrongReads(FakeDynamo table) {
    super(table);
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return super.getItem(request.toBuilder().consistentRead(true).build());
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return super.query(request.toBuilder().consistentRead(true).build());
  }
}
