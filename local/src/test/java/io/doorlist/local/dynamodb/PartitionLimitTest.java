package io.doorlist.local.dynamodb;

import static io.doorlist.local.dynamodb.TestClient.client;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Template;
import io.doorlist.local.throughput.Throughput;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * What a partition key gives, over HTTP as the SDK sees it; 10 write and 30 read units a second.
 */
class PartitionLimitTest {
  private static final String TABLE = "doorlist";
  private static final String ABSENT = "attribute_not_exists(pk)";

  private static LocalDynamo dynamo;
  private static DynamoDbClient client;

  private volatile Instant now = Instant.parse("2026-06-01T18:00:00Z");
  private final Throughput throughput = Throughput.of(() -> now, 10, Duration.ofSeconds(1));

  @BeforeAll
  static void open() {
    dynamo = LocalDynamo.inMemory(0);
    client = client(dynamo, Region.EU_WEST_1);
  }

  @BeforeEach
  void limit() {
    dynamo.createTable(
        Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml")), TABLE);
    dynamo.limit(throughput);
  }

  @AfterEach
  void forget() {
    dynamo.limit(Throughput.UNLIMITED);
    client.deleteTable(delete -> delete.tableName(TABLE));
  }

  @AfterAll
  static void close() {
    client.close();
    dynamo.close();
  }

  @Test
  void writes_areThrottled_eachKeyAlone_untilUnitsAreThereAgain() {
    for (int i = 0; i < 10; i++) {
      put("a", "x" + i, 10);
    }

    assertThrottled(() -> put("a", "y", 10));
    put("b", "y", 10);
    assertFalse(has("a", "y"));
    now = now.plusMillis(100);
    put("a", "y", 10);
    assertThrottled(() -> put("a", "z", 10));
    assertEquals(11, throughput.writesOf("a").units(), "what is throttled costs nothing");
  }

  @Test
  void write_costsEachKbBegun_ofTheLargerItem_alsoWhenItsConditionFails() {
    put("a", "x", 3000);
    assertEquals(3, throughput.writesOf("a").units());
    put("a", "x", 10);
    assertEquals(6, throughput.writesOf("a").units(), "it was larger");

    assertThrows(
        ConditionalCheckFailedException.class,
        () ->
            client.putItem(
                put -> put.tableName(TABLE).item(item("a", "x", 10)).conditionExpression(ABSENT)));

    assertEquals(7, throughput.writesOf("a").units());
    now = now.plusSeconds(1);
    update("a", "x");
    client.deleteItem(delete -> delete.tableName(TABLE).key(key("a", "x")));
    assertEquals(9, throughput.writesOf("a").units());
  }

  @Test
  void transaction_costsDouble_ofAllKeysOrNone_alsoWhenCancelled() {
    transact("a", "b");
    assertThrows(TransactionCanceledException.class, () -> transact("a", "b"), "they are there");
    assertEquals(4, throughput.writesOf("a").units());
    for (int i = 0; i < 6; i++) {
      put("b", "x" + i, 10);
    }

    TransactionCanceledException refused =
        assertThrows(TransactionCanceledException.class, () -> transact("a", "b"));

    assertEquals(
        List.of("ThrottlingError", "ThrottlingError"),
        refused.cancellationReasons().stream().map(reason -> reason.code()).toList());
    assertEquals(4, throughput.writesOf("a").units());
  }

  @Test
  void reads_areThrottled_whenTheUnitsAreTaken() {
    put("a", "x", 10_000);
    now = now.plusSeconds(10);
    for (int i = 0; i < 10; i++) {
      assertTrue(has("a", "x"), "3 units");
    }

    assertThrottled(() -> has("a", "x"));
    assertThrottled(() -> query("a"));
    assertFalse(has("b", "x"));
    now = now.plusMillis(100);
    query("a");
    assertEquals(33, throughput.readsOf("a").units());
  }

  @Test
  void batchOfWrites_isThrottledAsAWhole() {
    WriteRequest one = WriteRequest.builder().putRequest(p -> p.item(item("a", "x", 10))).build();
    WriteRequest two = WriteRequest.builder().deleteRequest(d -> d.key(key("a", "y"))).build();
    for (int i = 0; i < 4; i++) {
      write(one, two);
    }
    assertEquals(8, throughput.writesOf("a").units());
    put("a", "z", 10);

    assertThrottled(() -> write(one, two));
  }

  @Test
  void batch_leavesOverWhatIsThrottled() {
    put("a", "x0", 10);
    for (int i = 0; i < 30; i++) {
      has("a", "x0");
    }
    List<Map<String, AttributeValue>> keys = List.of(key("a", "x0"), key("b", "x0"));
    BatchGetItemResponse read =
        client.batchGetItem(
            batch ->
                batch.requestItems(Map.of(TABLE, KeysAndAttributes.builder().keys(keys).build())));
    assertEquals(List.of(key("a", "x0")), read.unprocessedKeys().get(TABLE).keys());
    assertEquals(0.5, throughput.readsOf("b").units(), "eventually consistent");
  }

  @Test
  void partsOfATransaction_costWhatTheyChange() {
    for (String pk : List.of("check", "delete", "update")) {
      put(pk, "x", 10);
    }
    String exists = "attribute_exists(pk)";
    Map<String, AttributeValue> much = Map.of(":w", AttributeValue.fromS("w".repeat(1020)));
    client.transactWriteItems(
        all ->
            all.transactItems(
                part(
                    each ->
                        each.conditionCheck(
                            it ->
                                it.tableName(TABLE)
                                    .key(key("check", "x"))
                                    .conditionExpression(exists))),
                part(each -> each.delete(it -> it.tableName(TABLE).key(key("delete", "x")))),
                part(
                    each ->
                        each.update(
                            it ->
                                it.tableName(TABLE)
                                    .key(key("update", "x"))
                                    .updateExpression("SET w = :w")
                                    .expressionAttributeValues(much)))));

    assertEquals(3, throughput.writesOf("check").units());
    assertEquals(3, throughput.writesOf("delete").units());
    assertEquals(5, throughput.writesOf("update").units());
    assertFalse(has("delete", "x"));
  }

  /** DynamoDB Local says what is wrong. */
  @Test
  void requestWithoutAKey_isNotThrottled() {
    for (String part : List.of("pk", "sk")) {
      Map<String, AttributeValue> half = Map.of(part, AttributeValue.fromS("a"));
      DynamoDbException refused =
          assertThrows(
              DynamoDbException.class,
              () -> client.putItem(put -> put.tableName(TABLE).item(half)));
      assertEquals("ValidationException", refused.awsErrorDetails().errorCode());
    }
    client.query(
        query ->
            query
                .tableName(TABLE)
                .keyConditionExpression("pk = :other")
                .expressionAttributeValues(Map.of(":other", AttributeValue.fromS("a"))));
    assertEquals(0, throughput.readsOf("").units() + throughput.readsOf("a").units());
  }

  private static TransactWriteItem part(Consumer<TransactWriteItem.Builder> each) {
    return TransactWriteItem.builder().applyMutation(each).build();
  }

  private void write(WriteRequest... writes) {
    client.batchWriteItem(batch -> batch.requestItems(Map.of(TABLE, List.of(writes))));
  }

  private static void assertThrottled(Runnable request) {
    DynamoDbException refused =
        assertThrows(ProvisionedThroughputExceededException.class, request::run);
    assertEquals(400, refused.statusCode());
    assertEquals("ProvisionedThroughputExceededException", refused.awsErrorDetails().errorCode());
  }

  private void put(String pk, String sk, int bytes) {
    client.putItem(put -> put.tableName(TABLE).item(item(pk, sk, bytes)));
  }

  private void update(String pk, String sk) {
    client.updateItem(
        update ->
            update
                .tableName(TABLE)
                .key(key(pk, sk))
                .updateExpression("ADD n :n")
                .expressionAttributeValues(Map.of(":n", AttributeValue.fromN("1"))));
  }

  private void transact(String first, String second) {
    client.transactWriteItems(
        all -> all.transactItems(List.of(putIfAbsent(first), putIfAbsent(second))));
  }

  private static TransactWriteItem putIfAbsent(String pk) {
    return TransactWriteItem.builder()
        .put(put -> put.tableName(TABLE).item(item(pk, "t", 10)).conditionExpression(ABSENT))
        .build();
  }

  private boolean has(String pk, String sk) {
    return client
        .getItem(get -> get.tableName(TABLE).key(key(pk, sk)).consistentRead(true))
        .hasItem();
  }

  private void query(String pk) {
    client.query(
        query ->
            query
                .tableName(TABLE)
                .consistentRead(true)
                .keyConditionExpression("pk = :pk")
                .expressionAttributeValues(Map.of(":pk", AttributeValue.fromS(pk))));
  }

  private static Map<String, AttributeValue> key(String pk, String sk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS(sk));
  }

  private static Map<String, AttributeValue> item(String pk, String sk, int bytes) {
    return Map.of(
        "pk", AttributeValue.fromS(pk),
        "sk", AttributeValue.fromS(sk),
        "v", AttributeValue.fromS("v".repeat(bytes)));
  }
}
