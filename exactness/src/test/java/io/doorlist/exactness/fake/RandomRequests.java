package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.Update;
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
      case 3 -> filled(PutItemRequest.builder(), members("Item", item())).build();
      case 4, 5 -> updateItem();
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

  /** Completes a request or a write of a transaction, whose members have the same names. */
  private <B extends SdkPojo> B filled(B builder, Map<String, Object> members) {
    String all = members.get("ConditionExpression") + " " + members.get("UpdateExpression");
    Map<String, Object> filled = new HashMap<>(members);
    Map<String, String> names = new HashMap<>();
    if (all.contains("#m")) {
      names.put("#m", "m");
    }
    if (all.contains("#k")) {
      names.put("#k", "k" + random.nextInt(2));
    }
    Map<String, AttributeValue> values = new HashMap<>();
    if (all.contains(":n")) {
      values.put(":n", number());
    }
    if (all.contains(":s")) {
      values.put(":s", AttributeValue.fromS("s" + random.nextInt(2)));
    }
    if (all.contains(":map")) {
      values.put(":map", AttributeValue.fromM(Map.of()));
    }
    filled.put("TableName", table);
    filled.put("ExpressionAttributeNames", names.isEmpty() ? null : names);
    filled.put("ExpressionAttributeValues", values.isEmpty() ? null : values);
    filled.put("ReturnValuesOnConditionCheckFailure", random.nextBoolean() ? "ALL_OLD" : "NONE");
    filled.forEach((name, value) -> builder.sdkFieldNameToField().get(name).set(builder, value));
    return builder;
  }

  /** Draws the members of a write. */
  private Map<String, Object> members(String subject, Map<String, AttributeValue> keyOrItem) {
    Map<String, Object> members = new HashMap<>();
    members.put(subject, keyOrItem);
    if (random.nextInt(4) > 0) {
      members.put("ConditionExpression", CONDITIONS.get(random.nextInt(CONDITIONS.size())));
    }
    return members;
  }

  private Map<String, Object> update() {
    Map<String, Object> members = members("Key", key());
    members.put("UpdateExpression", CHANGES.get(random.nextInt(CHANGES.size())));
    return members;
  }

  private Object updateItem() {
    Map<String, Object> members = update();
    boolean counter = members.get("UpdateExpression").toString().startsWith("ADD n :n");
    members.put("ReturnValues", counter ? "UPDATED_NEW" : "ALL_NEW");
    return filled(UpdateItemRequest.builder(), members).build();
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
    TransactWriteItem.Builder write = TransactWriteItem.builder();
    switch (random.nextInt(4)) {
      case 0 -> write.put(filled(Put.builder(), members("Item", item())).build());
      case 1 -> write.delete(filled(Delete.builder(), members("Key", key())).build());
      case 2 -> {
        Map<String, Object> members = members("Key", key());
        members.putIfAbsent("ConditionExpression", "attribute_exists(pk)");
        write.conditionCheck(filled(ConditionCheck.builder(), members).build());
      }
      default -> write.update(filled(Update.builder(), update()).build());
    }
    return write.build();
  }
}
