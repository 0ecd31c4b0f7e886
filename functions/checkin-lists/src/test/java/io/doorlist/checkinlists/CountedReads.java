package io.doorlist.checkinlists;

import java.util.ArrayList;
import java.util.List;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** Reads for a function, and notes the units of each round trip. */
final class CountedReads implements DynamoDbClient {
  private final DynamoDbClient client;
  private final List<Double> units = new ArrayList<>();

  CountedReads(DynamoDbClient client) {
    this.client = client;
  }

  /** Returns the read units of each round trip since the last call. */
  List<Double> take() {
    List<Double> taken = List.copyOf(units);
    units.clear();
    return taken;
  }

  @Override
  public GetItemResponse getItem(GetItemRequest request) {
    GetItemResponse response =
        client.getItem(
            request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
    units.add(response.consumedCapacity().capacityUnits());
    return response;
  }

  @Override
  public QueryResponse query(QueryRequest request) {
    QueryResponse response =
        client.query(
            request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
    units.add(response.consumedCapacity().capacityUnits());
    return response;
  }

  @Override
  public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    BatchGetItemResponse response =
        client.batchGetItem(
            request.toBuilder().returnConsumedCapacity(ReturnConsumedCapacity.TOTAL).build());
    units.add(
        response.consumedCapacity().stream().mapToDouble(ConsumedCapacity::capacityUnits).sum());
    return response;
  }

  @Override
  public String serviceName() {
    return client.serviceName();
  }

  @Override
  public void close() {}
}
