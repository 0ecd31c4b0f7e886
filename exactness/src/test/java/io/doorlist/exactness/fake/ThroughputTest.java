package io.doorlist.exactness.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import io.doorlist.local.throughput.Throughput;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemResponse;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.KeysAndAttributes;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;

/**
 * The limits of the fake are AWS's published ones: "DynamoDB read and write operations", "Burst and
 * adaptive capacity", "Condition expressions" and "DynamoDB transactions" of the developer guide.
 */
class ThroughputTest {
  private static final String TABLE = "t";
  private static final String ABSENT = "attribute_not_exists(pk)";

  private Instant now = Instant.parse("2026-06-01T18:00:00Z");
  private final InstantSource clock = () -> now;

  @ParameterizedTest
  @CsvSource({
    // The examples of the developer guide: 3 KB are 3 units, in a transaction 6; half a KB is 1.
    "3072, false, 3",
    "3072, true, 6",
    "512, false, 1",
    "512, true, 2",
    "1025, false, 2",
    "0, false, 1",
  })
  void write_costsOneUnitForEachKbBegun_twiceInATransaction(
      int bytes, boolean transaction, int units) {
    assertEquals(units, Throughput.writeUnits(bytes, transaction));
  }

  @ParameterizedTest
  @CsvSource({
    // 3 KB are 1 unit strongly consistent, 0.5 eventually; a query of 40.8 KB rounds up to 44 KB.
    "3072, true, 1",
    "3072, false, 0.5",
    "8192, true, 2",
    "41779, true, 11",
    "41779, false, 5.5",
    "0, true, 1",
  })
  void read_costsOneUnitForEach4KbBegun_halfIfEventual(
      int bytes, boolean consistent, double units) {
    assertEquals(units, Throughput.readUnits(bytes, consistent));
  }

  @Test
  void partition_gives1000WritesASecond_andWhatItThrottlesCostsNothing() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);

    int served = 0;
    for (int tenth = 0; tenth < 100; tenth++) {
      now = now.plusMillis(100);
      served += puts(table, "a", 300);
    }

    // The bucket was full at first and held a second.
    assertEquals(10 * Throughput.WRITES + 900, served);
    assertEquals(served, throughput.writesOf("a").units());
    assertEquals(100 * 300 - served, throughput.writesOf("a").throttled());
    assertEquals(300, puts(table, "b", 300), "another key has its own");
  }

  @Test
  void idlePartition_keeps300SecondsOfUnits() {
    FakeDynamo table = table(Throughput.of(clock, Throughput.BURST));
    now = now.plusSeconds(3600);

    assertEquals(300 * Throughput.WRITES, puts(table, "a", 400_000));
  }

  @Test
  void transaction_paysDouble_ofEachKeyOrNone_alsoWhenItIsCancelled() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);
    transact(table, "a", "b");
    assertEquals(2, throughput.writesOf("a").units());

    assertThrows(TransactionCanceledException.class, () -> transact(table, "a", "b"));
    assertEquals(4, throughput.writesOf("a").units(), "its condition failed");

    puts(table, "b", Throughput.WRITES);
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
  void update_costsTheWholeItem() {
    Throughput throughput = Throughput.withoutBurst(clock);
    FakeDynamo table = table(throughput);
    table.putItem(put -> put.tableName(TABLE).item(item("a", "x", 3000)));

    table.updateItem(
        update ->
            update
                .tableName(TABLE)
                .key(Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromS("x")))
                .updateExpression("ADD n :n")
                .expressionAttributeValues(Map.of(":n", AttributeValue.fromN("1"))));

    assertEquals(3 + 3, throughput.writesOf("a").units());
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
    return new FakeDynamo(new FakeTable(), clock, Duration.ZERO, throughput);
  }

  private static int puts(FakeDynamo table, String pk, int times) {
    int served = 0;
    for (int i = 0; i < times; i++) {
      try {
        table.putItem(put -> put.tableName(TABLE).item(item(pk, "x", 100)));
        served++;
      } catch (ProvisionedThroughputExceededException e) {
        // Counted by the table.
      }
    }
    return served;
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
