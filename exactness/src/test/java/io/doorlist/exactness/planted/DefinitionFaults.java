package io.doorlist.exactness.planted;

import io.doorlist.testing.RelayingClient;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Faults in what a door reads about its lists and their area. */
final class DefinitionFaults {
  private DefinitionFaults() {}

  /** Returns a client that changes the items of an event and its lists when they are read. */
  static DynamoDbClient reading(DynamoDbClient next, Consumer<Map<String, AttributeValue>> change) {
    return new RelayingClient(next) {
      @Override
      public QueryResponse query(QueryRequest request) {
        QueryResponse response = super.query(request);
        List<Map<String, AttributeValue>> items =
            response.items().stream()
                .map(
                    item -> {
                      Map<String, AttributeValue> changed = new HashMap<>(item);
                      change.accept(changed);
                      return changed;
                    })
                .toList();
        return response.copy(copy -> copy.items(items));
      }
    };
  }

  /** A list of an area lets people in any number of times. */
  static void alwaysAgain(Map<String, AttributeValue> item) {
    if (item.containsKey("area")) {
      item.put("reentry", AttributeValue.fromS("always"));
    }
  }

  /** No area of the event empties. */
  static void neverEmpty(Map<String, AttributeValue> item) {
    item.computeIfPresent(
        "areas",
        (name, areas) ->
            AttributeValue.fromL(
                areas.l().stream()
                    .map(
                        area -> {
                          Map<String, AttributeValue> left = new HashMap<>(area.m());
                          left.remove("empties_at");
                          return AttributeValue.fromM(left);
                        })
                    .toList()));
  }
}
