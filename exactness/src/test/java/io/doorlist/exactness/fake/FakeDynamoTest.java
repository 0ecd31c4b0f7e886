package io.doorlist.exactness.fake;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.dynamodb.LocalDynamo;
import io.doorlist.local.template.Template;
import java.net.URI;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.CancellationReason;
import software.amazon.awssdk.services.dynamodb.model.ConditionalCheckFailedException;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryResponse;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactionCanceledException;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/** The fake answers like DynamoDB Local. */
@Tag("long")
class FakeDynamoTest {
  private static final int REQUESTS = Integer.getInteger("exactness.requests", 3000);
  private static final String TABLE = "fake-or-not";

  @Test
  void randomRequests_areAnsweredAsByDynamoDbLocal() {
    try (LocalDynamo local = LocalDynamo.inMemory(0);
        DynamoDbClient real = patientClient(local.endpoint())) {
      local.createTableWithoutStream(
          Template.read(Path.of(System.getProperty("doorlist.root"), "template.yaml")), TABLE);
      DynamoDbClient fake = new FakeDynamo(new FakeTable(), Clock.systemUTC());
      RandomRequests requests = new RandomRequests(TABLE, new SplittableRandom(3));
      for (int i = 0; i < REQUESTS; i++) {
        Object request = requests.next();
        int number = i;
        assertEquals(
            answer(real, request),
            answer(fake, request),
            () -> "request " + number + " " + request);
      }
    }
  }

  /** Unlike ours, it waits for a busy machine: nobody would know what an unanswered write did. */
  private static DynamoDbClient patientClient(URI endpoint) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .region(Region.EU_WEST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
        .overrideConfiguration(
            settings -> settings.retryStrategy(DefaultRetryStrategy.doNotRetry()))
        .httpClientBuilder(ApacheHttpClient.builder().socketTimeout(Duration.ofMinutes(1)))
        .build();
  }

  private static String answer(DynamoDbClient client, Object request) {
    try {
      return switch (request) {
        case GetItemRequest get -> text(client.getItem(get).item());
        case BatchGetItemRequest batch ->
            client.batchGetItem(batch).responses().getOrDefault(TABLE, List.of()).stream()
                .map(FakeDynamoTest::text)
                .sorted()
                .toList()
                .toString();
        case QueryRequest query -> text(client.query(query), query.limit());
        case PutItemRequest put -> "put " + client.putItem(put).hasAttributes();
        case UpdateItemRequest update -> text(client.updateItem(update).attributes());
        case TransactWriteItemsRequest transaction ->
            "done " + client.transactWriteItems(transaction).hasItemCollectionMetrics();
        default -> throw new IllegalArgumentException("no such request");
      };
    } catch (TransactionCanceledException e) {
      List<String> reasons = new ArrayList<>();
      for (CancellationReason reason : e.cancellationReasons()) {
        if (reason.code().equals("ValidationError")) {
          // AWS cancels the transaction for this, DynamoDB Local refuses the request.
          return "ValidationException";
        }
        reasons.add(reason.code() + (reason.hasItem() ? text(reason.item()) : ""));
      }
      return "cancelled " + reasons;
    } catch (ConditionalCheckFailedException e) {
      return "condition failed " + text(e.item());
    } catch (DynamoDbException e) {
      return e.awsErrorDetails().errorCode();
    }
  }

  /**
   * A full page may announce more items when there are none: AWS does so, DynamoDB Local may not.
   */
  private static String text(QueryResponse response, Integer limit) {
    boolean full = limit != null && response.count().equals(limit);
    return response.items().stream().map(FakeDynamoTest::text).toList()
        + (full ? "" : " then " + text(response.lastEvaluatedKey()));
  }

  private static String text(Map<String, AttributeValue> item) {
    return item == null ? "{}" : new TreeMap<>(item).toString();
  }

  @Test
  void token_holdsForTenMinutes() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    InstantSource clock = now::get;
    FakeDynamo fake = new FakeDynamo(new FakeTable(), clock);
    TransactWriteItemsRequest request =
        TransactWriteItemsRequest.builder()
            .clientRequestToken("token")
            .transactItems(
                TransactWriteItem.builder()
                    .put(put -> put.item(key("a")).conditionExpression("attribute_not_exists(pk)"))
                    .build())
            .build();

    fake.transactWriteItems(request);
    now.set(Instant.EPOCH.plusSeconds(599));
    fake.transactWriteItems(request);
    now.set(Instant.EPOCH.plusSeconds(600));

    assertThrows(TransactionCanceledException.class, () -> fake.transactWriteItems(request));
  }

  @Test
  void slowReplica_showsWhatWas_toThoseWhoDoNotInsist() {
    AtomicReference<Instant> now = new AtomicReference<>(Instant.EPOCH);
    InstantSource clock = now::get;
    FakeDynamo fake = new FakeDynamo(new FakeTable(), clock, Duration.ofSeconds(5));
    fake.putItem(PutItemRequest.builder().item(key("a")).build());

    assertTrue(get(fake, "a", true));
    assertEquals(false, get(fake, "a", false));
    now.set(Instant.EPOCH.plusSeconds(5));
    assertTrue(get(fake, "a", false));
    assertEquals(1, fake.staleReads());
  }

  private static boolean get(FakeDynamo fake, String name, boolean consistent) {
    return fake.getItem(GetItemRequest.builder().key(key(name)).consistentRead(consistent).build())
        .hasItem();
  }

  @Test
  void limits_areDynamoDbs() {
    FakeDynamo fake = new FakeDynamo(new FakeTable(), Clock.systemUTC());

    assertRefused(() -> fake.transactWriteItems(puts(101, false)));
    assertRefused(() -> fake.transactWriteItems(puts(2, true)));
    assertRefused(
        () ->
            fake.updateItem(
                UpdateItemRequest.builder()
                    .key(key("a"))
                    .updateExpression("SET " + "x".repeat(4096) + " = :n")
                    .expressionAttributeValues(Map.of(":n", AttributeValue.fromN("1")))
                    .build()));
    Map<String, AttributeValue> large = new TreeMap<>(key("a"));
    large.put("x", AttributeValue.fromS("x".repeat(400 * 1024)));
    assertRefused(() -> fake.putItem(PutItemRequest.builder().item(large).build()));
  }

  private static void assertRefused(Runnable request) {
    DynamoDbException refusal = assertThrows(DynamoDbException.class, request::run);
    assertEquals("ValidationException", refusal.awsErrorDetails().errorCode());
  }

  private static TransactWriteItemsRequest puts(int number, boolean same) {
    List<TransactWriteItem> writes = new ArrayList<>();
    for (int i = 0; i < number; i++) {
      Map<String, AttributeValue> item = key(same ? "a" : "a" + i);
      writes.add(TransactWriteItem.builder().put(put -> put.item(item)).build());
    }
    return TransactWriteItemsRequest.builder().transactItems(writes).build();
  }

  private static Map<String, AttributeValue> key(String name) {
    return Map.of("pk", AttributeValue.fromS(name), "sk", AttributeValue.fromS("s"));
  }
}
