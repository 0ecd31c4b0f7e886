package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** Draws requests of the kinds that the stores send, over few keys, so that they collide. */
final class RandomRequests {
  private static final List<String> CONDITIONS =
      List.of(
          "attribute_not_exists(pk)",
          "attribute_exists(pk)",
          "n = :n",
          "n >= :n",
          "n = :n AND (attribute_not_exists(surplus) OR surplus < :n)",
          "attribute_not_exists(pk) OR n = :n",
          "attribute_not_exists(pk) OR (kind = :s AND n = :n)",
          "n = :n AND attribute_not_exists(#m.#k)",
          "attribute_not_exists(n) OR n = :n",
          "attribute_exists(#m.#k) AND n >= :n");
  private static final List<String> CHANGES =
      List.of(
          "ADD n :n",
          "ADD n :n SET surplus = :n",
          "SET n = :n ADD surplus :n",
          "SET kind = :s, #m = if_not_exists(#m, :map)",
          "SET #m.#k = :n",
          "SET n = if_not_exists(n, :n) + :n",
          "SET kind = :s REMOVE #k",
          "SET #m = if_not_exists(#m, :map), n = if_not_exists(n, :n) + :n REMOVE surplus",
          "SET l[0].#k = :n",
          "REMOVE l[0].#k",
          "SET n1=:n,n2=:n");

  private final String table;
  private final SplittableRandom random;
  private final List<TransactWriteItemsRequest> sent = new ArrayList<>();

  RandomRequests(String table, SplittableRandom random) {
    this.table = table;
    this.random = random;
  }

  Object next() {
    return switch (random.nextInt(10)) {
      case 0 -> GetItemRequest.builder().tableName(table).key(key()).consistentRead(true).build();
      case 1 -> batch();
      case 2 -> query();
      case 3 -> put();
      case 4, 5 -> update();
      default -> transaction();
    };
  }

  private Map<String, AttributeValue> key() {
    Map<String, AttributeValue> key = new HashMap<>();
    key.put("pk", AttributeValue.fromS("p" + random.nextInt(2)));
    key.put("sk", AttributeValue.fromS("s" + random.nextInt(6)));
    return key;
  }

  private AttributeValue number() {
    return AttributeValue.fromN(Integer.toString(random.nextInt(4)));
  }

  private Map<String, AttributeValue> item() {
    Map<String, AttributeValue> item = key();
    if (random.nextBoolean()) {
      item.put("n", number());
    }
    if (random.nextBoolean()) {
      item.put("kind", AttributeValue.fromS("s" + random.nextInt(2)));
    }
    if (random.nextBoolean()) {
      item.put("m", AttributeValue.fromM(Map.of("k" + random.nextInt(2), number())));
    }
    if (random.nextBoolean()) {
      AttributeValue element = AttributeValue.fromM(Map.of("k" + random.nextInt(2), number()));
      item.put("l", AttributeValue.fromL(List.of(element)));
    }
    if (random.nextInt(4) == 0) {
      item.put("flags", AttributeValue.fromL(List.of(AttributeValue.fromBool(true), number())));
    }
    return item;
  }

  private Object batch() {
    Map<Map<String, AttributeValue>, Boolean> keys = new LinkedHashMap<>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      keys.put(key(), true);
    }
    KeysAndAttributes asked =
        KeysAndAttributes.builder().keys(keys.keySet()).consistentRead(true).build();
    return BatchGetItemRequest.builder().requestItems(Map.of(table, asked)).build();
  }

  private Object query() {
    int from = random.nextInt(6);
    QueryRequest.Builder query =
        QueryRequest.builder()
            .tableName(table)
            .keyConditionExpression("pk = :pk AND sk BETWEEN :from AND :to")
            .expressionAttributeValues(
                Map.of(
                    ":pk", AttributeValue.fromS("p" + random.nextInt(2)),
                    ":from", AttributeValue.fromS("s" + from),
                    ":to", AttributeValue.fromS("s" + random.nextInt(from, 7))))
            .consistentRead(true);
    if (random.nextBoolean()) {
      query.limit(1 + random.nextInt(4));
    }
    return query.build();
  }

  /** The placeholders that an expression uses, with values. */
  private final class Parts {
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();

    Parts(String... expressions) {
      for (String expression : expressions) {
        String text = expression == null ? "" : expression;
        if (text.contains("#m")) {
          names.put("#m", "m");
        }
        if (text.contains("#k")) {
          names.put("#k", "k" + random.nextInt(2));
        }
        if (text.contains(":n")) {
          values.put(":n", number());
        }
        if (text.contains(":s")) {
          values.put(":s", AttributeValue.fromS("s" + random.nextInt(2)));
        }
        if (text.contains(":map")) {
          values.put(":map", AttributeValue.fromM(Map.of()));
        }
      }
    }

    Map<String, String> names() {
      return names.isEmpty() ? null : names;
    }

    Map<String, AttributeValue> values() {
      return values.isEmpty() ? null : values;
    }
  }

  private String condition() {
    return random.nextInt(4) == 0 ? null : CONDITIONS.get(random.nextInt(CONDITIONS.size()));
  }

  private ReturnValuesOnConditionCheckFailure onFailure() {
    return random.nextBoolean()
        ? ReturnValuesOnConditionCheckFailure.ALL_OLD
        : ReturnValuesOnConditionCheckFailure.NONE;
  }

  private Object put() {
    String condition = condition();
    Parts parts = new Parts(condition);
    return PutItemRequest.builder()
        .tableName(table)
        .item(item())
        .conditionExpression(condition)
        .expressionAttributeNames(parts.names())
        .expressionAttributeValues(parts.values())
        .returnValuesOnConditionCheckFailure(onFailure())
        .build();
  }

  private Object update() {
    String condition = condition();
    String change = CHANGES.get(random.nextInt(CHANGES.size()));
    Parts parts = new Parts(condition, change);
    boolean counter = change.startsWith("ADD n :n");
    return UpdateItemRequest.builder()
        .tableName(table)
        .key(key())
        .updateExpression(change)
        .conditionExpression(condition)
        .expressionAttributeNames(parts.names())
        .expressionAttributeValues(parts.values())
        .returnValues(counter ? ReturnValue.UPDATED_NEW : ReturnValue.ALL_NEW)
        .returnValuesOnConditionCheckFailure(onFailure())
        .build();
  }

  private Object transaction() {
    if (!sent.isEmpty() && random.nextInt(5) == 0) {
      return again(sent.get(random.nextInt(sent.size())));
    }
    // Two writes to one item have a test of their own: AWS refuses them, DynamoDB Local does not
    // always.
    Map<List<String>, TransactWriteItem> writes = new LinkedHashMap<>();
    for (int i = 1 + random.nextInt(4); i > 0; i--) {
      TransactWriteItem write = write();
      writes.put(List.of(Action.of(write).pk(), Action.of(write).sk()), write);
    }
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .transactItems(writes.values())
            .clientRequestToken("token-" + sent.size())
            .build();
    sent.add(request);
    return request;
  }

  /** Sends a transaction again, sometimes with other contents. */
  private Object again(TransactWriteItemsRequest request) {
    return random.nextInt(3) == 0
        ? request.toBuilder().transactItems(List.of(write())).build()
        : request;
  }

  private TransactWriteItem write() {
    String condition = condition();
    TransactWriteItem.Builder write = TransactWriteItem.builder();
    ReturnValuesOnConditionCheckFailure onFailure = onFailure();
    switch (random.nextInt(4)) {
      case 0 -> {
        Parts parts = new Parts(condition);
        Map<String, AttributeValue> item = item();
        write.put(
            put ->
                put.tableName(table)
                    .item(item)
                    .conditionExpression(condition)
                    .expressionAttributeNames(parts.names())
                    .expressionAttributeValues(parts.values())
                    .returnValuesOnConditionCheckFailure(onFailure));
      }
      case 1 -> {
        Parts parts = new Parts(condition);
        Map<String, AttributeValue> key = key();
        write.delete(
            delete ->
                delete
                    .tableName(table)
                    .key(key)
                    .conditionExpression(condition)
                    .expressionAttributeNames(parts.names())
                    .expressionAttributeValues(parts.values())
                    .returnValuesOnConditionCheckFailure(onFailure));
      }
      case 2 -> {
        String needed = condition == null ? "attribute_exists(pk)" : condition;
        Parts parts = new Parts(needed);
        Map<String, AttributeValue> key = key();
        write.conditionCheck(
            check ->
                check
                    .tableName(table)
                    .key(key)
                    .conditionExpression(needed)
                    .expressionAttributeNames(parts.names())
                    .expressionAttributeValues(parts.values())
                    .returnValuesOnConditionCheckFailure(onFailure));
      }
      default -> {
        String change = CHANGES.get(random.nextInt(CHANGES.size()));
        Parts parts = new Parts(condition, change);
        Map<String, AttributeValue> key = key();
        write.update(
            update ->
                update
                    .tableName(table)
                    .key(key)
                    .updateExpression(change)
                    .conditionExpression(condition)
                    .expressionAttributeNames(parts.names())
                    .expressionAttributeValues(parts.values())
                    .returnValuesOnConditionCheckFailure(onFailure));
      }
    }
    return write.build();
  }
}
