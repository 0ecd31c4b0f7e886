package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** Faults in what polls, door copies, the pulse and readers of logs get. */
final class ReadFaults {
  private ReadFaults() {}

  /** Leaves out the notes that have this attribute. */
  static DynamoDbClient withoutNotes(DynamoDbClient next, String what) {
    return Writes.leavingOut(
        next, write -> write.put() != null && write.put().item().containsKey(what));
  }

  static DynamoDbClient headsStandStill(DynamoDbClient next) {
    return new RelayingClient(next) {
      private final Map<BatchGetItemRequest, BatchGetItemResponse> before =
          new ConcurrentHashMap<>();

      @Override
      public BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
        boolean heads =
            request.requestItems().values().stream()
                .flatMap(keys -> keys.keys().stream())
                .allMatch(key -> key.get("sk").s().equals("HEAD"));
        if (heads && !before.containsKey(request)) {
          before.put(request, super.batchGetItem(request));
        }
        return heads ? before.get(request) : super.batchGetItem(request);
      }
    };
  }

  static DynamoDbClient laggingReplicaBelieved(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public QueryResponse query(QueryRequest request) {
        return super.query(request.toBuilder().consistentRead(false).build());
      }
    };
  }

  /** Closes gaps in reads: returns a void for each row that does not exist yet. */
  static DynamoDbClient openPlaceForgotten(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public QueryResponse query(QueryRequest request) {
        QueryResponse response = super.query(request);
        String from = request.expressionAttributeValues().get(":from").s();
        boolean ofRows =
            response.items().stream().allMatch(item -> item.get("sk").s().matches("[0-9]+"));
        if (!Character.isDigit(from.charAt(0)) || response.items().isEmpty() || !ofRows) {
          return response;
        }
        List<Map<String, AttributeValue>> items = new ArrayList<>();
        long ordinal = Long.parseLong(from);
        for (Map<String, AttributeValue> item : response.items()) {
          for (long own = Long.parseLong(item.get("sk").s()); ordinal < own; ordinal++) {
            items.add(voided(request, ordinal));
          }
          items.add(item);
          ordinal++;
        }
        return response.toBuilder().items(items).count(items.size()).build();
      }
    };
  }

  private static Map<String, AttributeValue> voided(QueryRequest request, long ordinal) {
    Map<String, AttributeValue> item = new HashMap<>();
    item.put("pk", request.expressionAttributeValues().get(":pk"));
    item.put("sk", AttributeValue.fromS("%016d".formatted(ordinal)));
    item.put("units", AttributeValue.fromN("0"));
    return item;
  }

  /** Changes rows in place without announcing it. */
  static DynamoDbClient editsNotAnnounced(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public UpdateItemResponse updateItem(UpdateItemRequest request) {
        return request.updateExpression().startsWith("SET #edited_at")
            ? UpdateItemResponse.builder().build()
            : super.updateItem(request);
      }
    };
  }
}
