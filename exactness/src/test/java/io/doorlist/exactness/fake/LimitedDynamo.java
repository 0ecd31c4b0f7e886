package io.doorlist.exactness.fake;

import io.doorlist.store.table.Item;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemResponse;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsResponse;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemResponse;

/** The fake with what a partition key gives. Thread-safe. */
public final class LimitedDynamo extends FakeDynamo {
  private final Throughput throughput;

  public LimitedDynamo(FakeTable table, InstantSource clock, Throughput throughput) {
    super(table, clock);
    this.throughput = throughput;
  }

  @Override
  public synchronized GetItemResponse getItem(GetItemRequest request) {
    String pk = FakeTable.pk(request.key());
    require(throughput.mayRead(pk));
    GetItemResponse response = super.getItem(request);
    spend(pk, response.hasItem() ? bytes(response.item()) : 0, request.consistentRead());
    return response;
  }

  /** Reads the keys that may be read, and leaves over the others, if there are any to read. */
  @Override
  public synchronized BatchGetItemResponse batchGetItem(BatchGetItemRequest request) {
    String name = request.requestItems().keySet().iterator().next();
    KeysAndAttributes asked = request.requestItems().get(name);
    List<Map<String, AttributeValue>> now = new ArrayList<>();
    List<Map<String, AttributeValue>> left = new ArrayList<>();
    for (Map<String, AttributeValue> key : asked.keys()) {
      String pk = FakeTable.pk(key);
      if (throughput.mayRead(pk)) {
        Map<String, AttributeValue> item = table().get(pk, FakeTable.sk(key));
        spend(pk, item == null ? 0 : bytes(item), asked.consistentRead());
        now.add(key);
      } else {
        left.add(key);
      }
    }
    require(!now.isEmpty());
    KeysAndAttributes served = asked.toBuilder().keys(now).build();
    Map<String, KeysAndAttributes> unprocessed =
        left.isEmpty() ? Map.of() : Map.of(name, asked.toBuilder().keys(left).build());
    return super.batchGetItem(request.toBuilder().requestItems(Map.of(name, served)).build())
        .toBuilder()
        .unprocessedKeys(unprocessed)
        .build();
  }

  @Override
  public synchronized QueryResponse query(QueryRequest request) {
    String pk = request.expressionAttributeValues().get(":pk").s();
    require(throughput.mayRead(pk));
    QueryResponse response = super.query(request);
    int bytes = response.items().stream().mapToInt(LimitedDynamo::bytes).sum();
    spend(pk, bytes, request.consistentRead());
    return response;
  }

  @Override
  public synchronized PutItemResponse putItem(PutItemRequest request) {
    require(pays(List.of(Action.of(request)), false));
    return super.putItem(request);
  }

  @Override
  public synchronized UpdateItemResponse updateItem(UpdateItemRequest request) {
    require(pays(List.of(Action.of(request)), false));
    return super.updateItem(request);
  }

  @Override
  public synchronized TransactWriteItemsResponse transactWriteItems(
      TransactWriteItemsRequest request) {
    List<Action> actions = request.transactItems().stream().map(Action::of).toList();
    if (!pays(actions, true)) {
      CancellationReason reason = CancellationReason.builder().code("ThrottlingError").build();
      throw DynamoExceptions.cancelled(Collections.nCopies(actions.size(), reason));
    }
    return super.transactWriteItems(request);
  }

  private static void require(boolean served) {
    if (!served) {
      throw DynamoExceptions.throttled();
    }
  }

  private static int bytes(Map<String, AttributeValue> item) {
    return new Item(item).bytes();
  }

  private void spend(String pk, int bytes, Boolean consistent) {
    throughput.read(pk, Throughput.readUnits(bytes, Boolean.TRUE.equals(consistent)));
  }

  /** Takes the units of writes, of each partition key or of none. */
  private boolean pays(List<Action> actions, boolean transaction) {
    Map<String, Integer> units = new HashMap<>();
    for (Action action : actions) {
      int bytes = bytes(action, table().get(action.pk(), action.sk()));
      units.merge(action.pk(), Throughput.writeUnits(bytes, transaction), Integer::sum);
    }
    return throughput.write(units);
  }

  /** Returns the size of the item before or after, whether or not the condition holds. */
  private static int bytes(Action action, Map<String, AttributeValue> old) {
    int before = old == null ? 0 : bytes(old);
    try {
      Map<String, AttributeValue> changed = action.result(old);
      return changed == null ? before : Math.max(before, bytes(changed));
    } catch (DynamoDbException e) {
      // Its condition fails too, and the answer says why.
      return before;
    }
  }
}
