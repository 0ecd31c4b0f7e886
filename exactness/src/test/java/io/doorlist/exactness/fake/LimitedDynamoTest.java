package io.doorlist.exactness.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.throughput.Throughput;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/** What the limited fake refuses and takes. {@code PartitionLimitTest} has the arithmetic. */
class LimitedDynamoTest {
  private static final String TABLE = "t";
  private static final int WRITES = 10;
  private static final String ABSENT = "attribute_not_exists(pk)";

  private Instant now = Instant.parse("2026-06-01T18:00:00Z");
  private final Throughput throughput = Throughput.of(() -> now, WRITES, Duration.ofSeconds(1));
  private final FakeDynamo table = new LimitedDynamo(new FakeTable(), () -> now, throughput);

  @Test
  void transaction_paysDouble_ofEachKeyOrNone_alsoWhenItIsCancelled() {
    transact("a", "b");
    assertEquals(2, throughput.writesOf("a").units());

    assertThrows(TransactionCanceledException.class, () -> transact("a", "b"));
    assertEquals(4, throughput.writesOf("a").units(), "its condition failed");

    for (int i = 4; i < WRITES; i++) {
      table.putItem(put -> put.tableName(TABLE).item(item("b", "x", 100)));
    }
    TransactionCanceledException throttled =
        assertThrows(TransactionCanceledException.class, () -> transact("a", "b"));
    assertEquals("ThrottlingError", throttled.cancellationReasons().getFirst().code());
    assertEquals(4, throughput.writesOf("a").units(), "throttled, so free");
  }

  @Test
  void failedCondition_costsWhatTheLargerItemWould() {
    table.putItem(put -> put.tableName(TABLE).item(item("a", "x", 3000)));

    assertThrows(
        ConditionalCheckFailedException.class,
        () ->
            table.putItem(
                put ->
                    put.tableName(TABLE).item(item("a", "x", 5000)).conditionExpression(ABSENT)));

    assertEquals(3 + 5, throughput.writesOf("a").units());
  }

  @Test
  void reads_areThrottled_andABatchLeavesKeysOver() {
    table.putItem(put -> put.tableName(TABLE).item(item("a", "x", 100)));
    table.putItem(put -> put.tableName(TABLE).item(item("b", "x", 100)));
    for (int i = 0; i < 3 * WRITES; i++) {
      read("a");
    }

    assertThrows(ProvisionedThroughputExceededException.class, () -> read("a"));
    BatchGetItemResponse both =
        table.batchGetItem(
            batch ->
                batch.requestItems(
                    Map.of(
                        TABLE,
                        KeysAndAttributes.builder()
                            .consistentRead(true)
                            .keys(List.of(key("a"), key("b")))
                            .build())));
    assertEquals(List.of(key("a")), both.unprocessedKeys().get(TABLE).keys());
    assertEquals(1, throughput.readsOf("b").units());

    now = now.plusMillis(100);
    read("a");
    assertEquals(3 * WRITES + 1, throughput.readsOf("a").units());
  }

  private void transact(String... keys) {
    table.transactWriteItems(
        all ->
            all.transactItems(
                List.of(keys).stream()
                    .map(pk -> Put.builder().tableName(TABLE).item(item(pk, "y", 100)))
                    .map(put -> put.conditionExpression(ABSENT).build())
                    .map(put -> TransactWriteItem.builder().put(put).build())
                    .toList()));
  }

  private void read(String pk) {
    table.getItem(get -> get.tableName(TABLE).key(key(pk)).consistentRead(true));
  }

  private static Map<String, AttributeValue> key(String pk) {
    return Map.of("pk", AttributeValue.fromS(pk), "sk", AttributeValue.fromS("x"));
  }

  private static Map<String, AttributeValue> item(String pk, String sk, int bytes) {
    return Map.of(
        "pk", AttributeValue.fromS(pk),
        "sk", AttributeValue.fromS(sk),
        "v", AttributeValue.fromS("v".repeat(bytes - 20)));
  }
}
