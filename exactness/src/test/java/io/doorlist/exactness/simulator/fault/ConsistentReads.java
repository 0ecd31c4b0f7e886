package io.doorlist.exactness.simulator.fault;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads all with the same consistency, whatever is requested. */
public final class ConsistentReads extends RelayingClient {
  private final boolean consistent;

  public ConsistentReads(DynamoDbClient next, boolean consistent) {
    super(next);
    this.consistent = consistent;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    return super.getItem(request.toBuilder().consistentRead(consistent).build());
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    return super.query(request.toBuilder().consistentRead(consistent).build());
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    Map<String, KeysAndAttributes> tables = new HashMap<>();
    request
        .requestItems()
        .forEach(
            (table, keys) ->
                tables.put(table, keys.toBuilder().consistentRead(consistent).build()));
    return super.batchGetItem(request.toBuilder().requestItems(tables).build());
  }
}
