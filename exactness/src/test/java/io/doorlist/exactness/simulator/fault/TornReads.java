package io.doorlist.exactness.simulator.fault;

import io.doorlist.exactness.fake.FakeDynamo;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;

/** Reads of several items that see the table at different moments, as DynamoDB may. */
record TornReads(FakeDynamo table, FaultPlan faults, Runnable travel) {
  /** Reads the range at one moment, or in two halves at two moments. */
  QueryResponse query(QueryRequest request) {
    QueryResponse whole = table.query(request);
    if (whole.count() < 2 || !faults.strikes(FaultKind.TORN_RANGE)) {
      return whole;
    }
    List<Map<String, AttributeValue>> items =
        new ArrayList<>(whole.items().subList(0, 1 + faults.draw(whole.count() - 1)));
    Map<String, AttributeValue> last = items.getLast();
    for (int i = 1 + faults.draw(6); i > 0; i--) {
      travel.run();
    }
    QueryRequest.Builder rest =
        request.toBuilder().exclusiveStartKey(Map.of("pk", last.get("pk"), "sk", last.get("sk")));
    if (request.limit() != null) {
      rest.limit(request.limit() - items.size());
    }
    QueryResponse tail = table.query(rest.build());
    items.addAll(tail.items());
    QueryResponse.Builder answer = QueryResponse.builder().items(items).count(items.size());
    if (tail.hasLastEvaluatedKey()) {
      answer.lastEvaluatedKey(tail.lastEvaluatedKey());
    }
    return answer.build();
  }

  /** Reads the keys at one moment, or at two, or leaves some unprocessed. */
  BatchGetItemResponse batch(BatchGetItemRequest request) {
    Map.Entry<String, KeysAndAttributes> asked =
        request.requestItems().entrySet().iterator().next();
    List<Map<String, AttributeValue>> keys = asked.getValue().keys();
    int split = keys.size() < 2 ? 0 : 1 + faults.draw(keys.size() - 1);
    if (split > 0 && faults.strikes(FaultKind.UNPROCESSED)) {
      return table.batchGetItem(some(asked, keys.subList(0, split))).toBuilder()
          .unprocessedKeys(some(asked, keys.subList(split, keys.size())).requestItems())
          .build();
    }
    if (split == 0 || !faults.strikes(FaultKind.TORN_BATCH)) {
      return table.batchGetItem(request);
    }
    // DynamoDB reads each key of a batch at a moment of its own, in no order.
    boolean backwards = faults.draw(2) == 0;
    List<Map<String, AttributeValue>> front = keys.subList(0, split);
    List<Map<String, AttributeValue>> back = keys.subList(split, keys.size());
    BatchGetItemResponse one = table.batchGetItem(some(asked, backwards ? back : front));
    for (int i = 1 + faults.draw(6); i > 0; i--) {
      travel.run();
    }
    BatchGetItemResponse other = table.batchGetItem(some(asked, backwards ? front : back));
    List<Map<String, AttributeValue>> items =
        new ArrayList<>(one.responses().getOrDefault(asked.getKey(), List.of()));
    items.addAll(other.responses().getOrDefault(asked.getKey(), List.of()));
    Map<String, List<Map<String, AttributeValue>>> responses = new HashMap<>();
    responses.put(asked.getKey(), items);
    return BatchGetItemResponse.builder().responses(responses).unprocessedKeys(Map.of()).build();
  }

  private static BatchGetItemRequest some(
      Map.Entry<String, KeysAndAttributes> asked, List<Map<String, AttributeValue>> keys) {
    return BatchGetItemRequest.builder()
        .requestItems(Map.of(asked.getKey(), asked.getValue().toBuilder().keys(keys).build()))
        .build();
  }
}
