package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Faults in what decides at a door: windows, blocks, replaced codes, removed tickets. */
final class TermFaults {
  private TermFaults() {}

  /** Reads of single items may be stale, as in a look. */
  static DynamoDbClient lookFromReplica(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public GetItemResponse getItem(GetItemRequest request) {
        return super.getItem(request.toBuilder().consistentRead(false).build());
      }
    };
  }

  /** An import does not update the doors of tickets that are void or left out. */
  static DynamoDbClient vanishedStays(DynamoDbClient next) {
    return Writes.changingEach(next, TermFaults::valid);
  }

  private static TransactWriteItem valid(TransactWriteItem write) {
    if (write.update() == null) {
      return write;
    }
    Map<String, AttributeValue> values = new HashMap<>(write.update().expressionAttributeValues());
    values.replaceAll(
        (name, value) -> "void".equals(value.s()) ? AttributeValue.fromS("valid") : value);
    return write.copy(
        each ->
            each.update(write.update().copy(update -> update.expressionAttributeValues(values))));
  }

  static Map<String, AttributeValue> valid(Map<String, AttributeValue> item, String word) {
    AttributeValue state = item.get("state");
    if (state == null || !word.equals(state.s())) {
      return item;
    }
    return Writes.with(item, "state", AttributeValue.fromS("valid"));
  }

  /** Changes items as they are read, and the facts of tickets in shared doors. */
  static DynamoDbClient reading(
      DynamoDbClient next, UnaryOperator<Map<String, AttributeValue>> spoil) {
    return new RelayingClient(next) {
      private Map<String, AttributeValue> spoiled(Map<String, AttributeValue> item) {
        Map<String, AttributeValue> spoiled = new HashMap<>(spoil.apply(item));
        spoiled.replaceAll(
            (name, value) ->
                name.matches("t[0-9]+") && value.hasM()
                    ? AttributeValue.fromM(spoil.apply(value.m()))
                    : value);
        return spoiled;
      }

      private List<Map<String, AttributeValue>> spoiled(List<Map<String, AttributeValue>> items) {
        return items.stream().map(this::spoiled).toList();
      }

      @Override
      public GetItemResponse getItem(GetItemRequest request) {
        GetItemResponse response = super.getItem(request);
        return response.hasItem()
            ? response.toBuilder().item(spoiled(response.item())).build()
            : response;
      }

      @Override
      public QueryResponse query(QueryRequest request) {
        QueryResponse response = super.query(request);
        return response.toBuilder().items(spoiled(response.items())).build();
      }

      @Override
      public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        BatchGetItemResponse response = super.batchGetItem(request);
        Map<String, List<Map<String, AttributeValue>>> tables = new HashMap<>();
        response.responses().forEach((table, items) -> tables.put(table, spoiled(items)));
        return response.toBuilder().responses(tables).build();
      }
    };
  }
}
