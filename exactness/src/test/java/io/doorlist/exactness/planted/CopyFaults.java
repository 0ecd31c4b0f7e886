package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;

/** Faults in the data of door copies. */
public enum CopyFaults {
  /** Tickets leave a list, but no delta tells. */
  REMOVAL_NOT_NOTED(CopyFaults::removalNotNoted),
  /** Tickets change on a list, but no delta tells. */
  CHANGE_NOT_NOTED(CopyFaults::changeNotNoted),
  /** A poll is answered from an old HEAD. */
  VERSION_STANDS_STILL(CopyFaults::versionStandsStill),
  /** A row that a lagging replica does not have yet counts as missing. */
  LAGGING_REPLICA_BELIEVED(CopyFaults::laggingReplicaBelieved),
  /** A place without a row is never read again. */
  OPEN_PLACE_FORGOTTEN(CopyFaults::openPlaceForgotten);

  private final UnaryOperator<DynamoDbClient> fault;

  CopyFaults(UnaryOperator<DynamoDbClient> fault) {
    this.fault = fault;
  }

  /** Returns the client with this fault. */
  public DynamoDbClient on(DynamoDbClient client) {
    return fault.apply(client);
  }

  private static DynamoDbClient removalNotNoted(DynamoDbClient next) {
    return withoutNotes(next, "gone");
  }

  private static DynamoDbClient changeNotNoted(DynamoDbClient next) {
    return withoutNotes(next, "changed");
  }

  /** Leaves out the notes that have this attribute. */
  static DynamoDbClient withoutNotes(DynamoDbClient next, String what) {
    return new RelayingClient(next) {
      @Override
      public TransactWriteItemsResponse transactWriteItems(TransactWriteItemsRequest request) {
        return super.transactWriteItems(
            Writes.without(
                request, write -> write.put() != null && write.put().item().containsKey(what)));
      }
    };
  }

  private static DynamoDbClient versionStandsStill(DynamoDbClient next) {
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

  private static DynamoDbClient laggingReplicaBelieved(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public QueryResponse query(QueryRequest request) {
        return super.query(request.toBuilder().consistentRead(false).build());
      }
    };
  }

  /** Closes gaps in reads: returns a void for each row that does not exist yet. */
  private static DynamoDbClient openPlaceForgotten(DynamoDbClient next) {
    return new RelayingClient(next) {
      @Override
      public QueryResponse query(QueryRequest request) {
        QueryResponse response = super.query(request);
        String from = request.expressionAttributeValues().get(":from").s();
        if (!Character.isDigit(from.charAt(0)) || response.items().isEmpty()) {
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
}
