package io.doorlist.exactness.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.throughput.Throughput;
import java.time.Instant;
import java.time.InstantSource;
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

/** The fake throttles as AWS says; local has what a partition key gives, its own tests too. */
class LimitedDynamoTest {
  private static final String TABLE = "t";
  private static final String ABSENT = "attribute_not_exists(pk)";

  private Instant now = Instant.parse("2026-06-01T18:00:00Z");
  private final InstantSource clock = () -> now;

  @Test
  void transaction_paysDouble_ofEachKeyOrNone_alsoWhenItIsCancelled() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);
    transact(table, "a", "b");
    assertEquals(2, throughput.writesOf("a").units());

    assertThrows(TransactionCanceledException.class, () -> transact(table, "a", "b"));
    assertEquals(4, throughput.writesOf("a").units(), "its condition failed");

    for (int i = 4; i < Throughput.WRITES; i++) {
      table.putItem(put -> put.tableName(TABLE).item(item("b", "x", 100)));
    }
    TransactionCanceledException throttled =
        assertThrows(TransactionCanceledException.class, () -> transact(table, "a", "b"));
    assertEquals("ThrottlingError", throttled.cancellationReasons().getFirst().code());
    assertEquals(4, throughput.writesOf("a").units(), "throttled, so free");
  }

  @Test
  void failedCondition_costsWhatTheLargerItemWould() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);
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
  void reads_areThrottledBy3000Units_andABatchLeavesKeysOver() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);
    table.putItem(put -> put.tableName(TABLE).item(item("a", "x", 100)));
    table.putItem(put -> put.tableName(TABLE).item(item("b", "x", 100)));
    for (int i = 0; i < Throughput.READS; i++) {
      read(table, "a");
    }

    assertThrows(ProvisionedThroughputExceededException.class, () -> read(table, "a"));
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

    now = now.plusMillis(1);
    read(table, "a");
    assertEquals(Throughput.READS + 1, throughput.readsOf("a").units());
  }

  private FakeDynamo table(Throughput throughput) {
    return new LimitedDynamo(new FakeTable(), clock, throughput);
  }

  private static void transact(FakeDynamo table, String... keys) {
    table.transactWriteItems(
        all ->
            all.transactItems(
                List.of(keys).stream()
                    .map(pk -> Put.builder().tableName(TABLE).item(item(pk, "y", 100)))
                    .map(put -> put.conditionExpression(ABSENT).build())
                    .map(put -> TransactWriteItem.builder().put(put).build())
                    .toList()));
  }

  private static void read(FakeDynamo table, String pk) {
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
