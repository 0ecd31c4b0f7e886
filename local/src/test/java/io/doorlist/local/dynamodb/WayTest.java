package io.doorlist.local.dynamodb;

import static io.doorlist.local.dynamodb.TestClient.has;
import static io.doorlist.local.dynamodb.TestClient.key;
import static io.doorlist.local.dynamodb.TestClient.put;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Said;
import io.doorlist.local.template.Template;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.Parameter;
import org.junit.jupiter.params.ParameterizedClass;
import org.junit.jupiter.params.provider.EnumSource;
import software.amazon.awssdk.core.exception.ApiCallAttemptTimeoutException;
import software.amazon.awssdk.core.exception.SdkClientException;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IdempotentParameterMismatchException;
import software.amazon.awssdk.services.dynamodb.model.InternalServerErrorException;
import software.amazon.awssdk.services.dynamodb.model.ProvisionedThroughputExceededException;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.dynamodb.services.exceptions.AWSExceptionFactory;
import software.amazon.dynamodb.services.exceptions.AmazonServiceExceptionType;

/**
 * Failures of the table are the same in the process and over HTTP. The acceptance tests, which run
 * both ways, hold the answers.
 */
@ParameterizedClass
@EnumSource(Way.class)
@Timeout(value = 60, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class WayTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");
  private static final String TABLE = "doorlist";
  private static final String ABSENT = "attribute_not_exists(pk)";

  @Parameter private Way way;
  @TempDir private Path directory;

  private final TestDisk disk = new TestDisk();
  private LocalDynamo dynamo;
  private DynamoDbClient client;

  @BeforeEach
  void start() {
    dynamo = LocalDynamo.start(0, DataFolder.open(directory), disk);
    dynamo.createTable(Template.read(REAL), TABLE);
    client = way.client(dynamo);
  }

  @AfterEach
  void stop() {
    client.close();
    dynamo.close();
  }

  @Test
  void failedCondition_tellsTheOldItem_ifAsked() {
    put(client, "a");

    ConditionalCheckFailedException silent = failedPut(ReturnValuesOnConditionCheckFailure.NONE);
    ConditionalCheckFailedException telling =
        failedPut(ReturnValuesOnConditionCheckFailure.ALL_OLD);

    assertFault(silent, 400, "ConditionalCheckFailedException");
    assertFalse(silent.hasItem());
    assertEquals(key("a"), telling.item());
  }

  @Test
  void cancelledTransaction_tellsItsReasons() {
    put(client, "a");

    TransactionCanceledException cancelled =
        assertThrows(TransactionCanceledException.class, () -> transact(null, "b", "a"));

    assertFault(cancelled, 400, "TransactionCanceledException");
    List<CancellationReason> reasons = cancelled.cancellationReasons();
    assertEquals(
        List.of("None", "ConditionalCheckFailed"),
        reasons.stream().map(CancellationReason::code).toList());
    assertFalse(reasons.getFirst().hasItem());
    assertEquals(key("a"), reasons.getLast().item());
    assertFalse(has(client, "b"));
  }

  @Test
  void transaction_happensOnce_whenItIsSentAgain() {
    transact("token", "a", "b");
    transact("token", "a", "b");

    IdempotentParameterMismatchException other =
        assertThrows(IdempotentParameterMismatchException.class, () -> transact("token", "a", "c"));

    assertFault(other, 400, "IdempotentParameterMismatchException");
    assertFalse(has(client, "c"));
  }

  @Test
  void request_isRefused_whenItIsInvalid_orThereIsNoTable() {
    DynamoDbException invalid =
        assertThrows(
            DynamoDbException.class,
            () -> client.putItem(put -> put.tableName(TABLE).item(half())));
    DynamoDbException nowhere =
        assertThrows(
            ResourceNotFoundException.class,
            () -> client.getItem(get -> get.tableName("other").key(key("a"))));

    assertFault(invalid, 400, "ValidationException");
    assertFault(nowhere, 400, "ResourceNotFoundException");
  }

  @Test
  void throttling_isTold() {
    CancellationReason reason = CancellationReason.builder().code("ThrottlingError").build();
    disk.refusal =
        AWSExceptionFactory.buildAWSException(
            AmazonServiceExceptionType.PROVISIONED_THROUGHPUT_EXCEEDED_EXCEPTION, "too much");
    DynamoDbException write =
        assertThrows(ProvisionedThroughputExceededException.class, () -> put(client, "a"));
    DynamoDbException read =
        assertThrows(ProvisionedThroughputExceededException.class, () -> has(client, "a"));
    disk.refusal = AWSExceptionFactory.buildTransactionCanceledException(List.of(reason, reason));
    TransactionCanceledException transaction =
        assertThrows(TransactionCanceledException.class, () -> transact(null, "a", "b"));

    assertFault(write, 400, "ProvisionedThroughputExceededException");
    assertFault(read, 400, "ProvisionedThroughputExceededException");
    assertFault(transaction, 400, "TransactionCanceledException");
    assertEquals(
        List.of("ThrottlingError", "ThrottlingError"),
        transaction.cancellationReasons().stream().map(CancellationReason::code).toList());
  }

  @Test
  void answer_isGivenUp_whenItIsLate_andTheWriteIsThere() {
    try (DynamoDbClient hasty = way.client(dynamo, Duration.ofMillis(300))) {
      disk.until = new CountDownLatch(1);

      assertThrows(ApiCallAttemptTimeoutException.class, () -> put(hasty, "a"));
      // Nobody may see what might yet be lost.
      assertThrows(ApiCallAttemptTimeoutException.class, () -> has(hasty, "a"));

      disk.until.countDown();
      assertTrue(has(client, "a"));
    }
  }

  @Test
  void everythingFails_onceTheDatabaseIsLost() {
    put(client, "a");
    try (Said said = new Said()) {
      disk.broken = true;
      DynamoDbException first =
          assertThrows(InternalServerErrorException.class, () -> put(client, "b"));
      disk.broken = false;
      DynamoDbException write = assertThrows(DynamoDbException.class, () -> put(client, "c"));
      DynamoDbException read = assertThrows(DynamoDbException.class, () -> has(client, "a"));

      assertFault(first, 500, "InternalServerError");
      assertFault(write, 500, "InternalServerError");
      assertFault(read, 500, "InternalServerError");
      assertTrue(said.text().contains("the database failed"), said.text());
    }
  }

  @Test
  void table_isUnreachable_whenItIsClosed() {
    dynamo.close();

    assertThrows(SdkClientException.class, () -> has(client, "a"));
  }

  private static void assertFault(DynamoDbException fault, int status, String code) {
    assertEquals(status, fault.statusCode());
    assertEquals(code, fault.awsErrorDetails().errorCode());
    assertInstanceOf(String.class, fault.awsErrorDetails().errorMessage());
  }

  private ConditionalCheckFailedException failedPut(ReturnValuesOnConditionCheckFailure tells) {
    return assertThrows(
        ConditionalCheckFailedException.class,
        () ->
            client.putItem(
                put ->
                    put.tableName(TABLE)
                        .item(key("a"))
                        .conditionExpression(ABSENT)
                        .returnValuesOnConditionCheckFailure(tells)));
  }

  private void transact(String token, String... keys) {
    List<TransactWriteItem> puts = List.of(keys).stream().map(WayTest::putIfAbsent).toList();
    client.transactWriteItems(all -> all.transactItems(puts).clientRequestToken(token));
  }

  private static TransactWriteItem putIfAbsent(String key) {
    return TransactWriteItem.builder()
        .put(
            put ->
                put.tableName(TABLE)
                    .item(key(key))
                    .conditionExpression(ABSENT)
                    .returnValuesOnConditionCheckFailure(
                        ReturnValuesOnConditionCheckFailure.ALL_OLD))
        .build();
  }

  private static Map<String, AttributeValue> half() {
    return Map.of("pk", AttributeValue.fromS("a"));
  }
}
