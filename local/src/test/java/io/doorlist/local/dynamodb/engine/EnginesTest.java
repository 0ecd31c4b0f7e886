package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.dynamodb.RecordingLog;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.throughput.Throughput;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

class EnginesTest {
  private static final String USER = "user";
  private static final String REGION = "eu-west-1";

  @TempDir private Path folder;

  @Test
  void versionsOnTheClassPath_areKnown() {
    assertTrue(Versions.present().areKnown(), Versions.present()::toString);
  }

  @Test
  void stock_isTaken_andSaid_whenAVersionIsNotKnown() {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    try (ExecutorService jobs = Executors.newFixedThreadPool(10)) {
      Engine engine =
          Engines.open(null, jobs, UnaryOperator.identity(), new Versions("3.0.0", "392"));

      assertInstanceOf(StockEngine.class, engine);
      engine.requests().shutdown();
    } finally {
      System.setErr(before);
    }

    assertEquals(
        "DynamoDB Local 3.0.0 with sqlite4java 392 is not known here: the table is unmodified"
            + " DynamoDB Local, which is slower",
        said.toString(StandardCharsets.UTF_8).strip());
  }

  @Test
  void file_isCheckedFirst_andStockIsTakenWhenItIsAskedFor() throws IOException {
    System.setProperty(Engines.PROPERTY, "stock");
    ExecutorService jobs = Executors.newFixedThreadPool(10);
    try {
      Engine engine = Engines.open(null, jobs, UnaryOperator.identity());
      assertInstanceOf(StockEngine.class, engine);
      assertLimited(engine);
      close(engine);
      Files.createFile(folder.resolve(Engine.FILE));
      assertThrows(
          LocalHostException.class, () -> Engines.open(folder, jobs, UnaryOperator.identity()));
    } finally {
      System.clearProperty(Engines.PROPERTY);
      jobs.shutdownNow();
    }
  }

  @Test
  void fast_syncsWhatItWrote_andRemembersTablesUntilTheyChange() throws IOException {
    AtomicReference<RecordingLog> log = new AtomicReference<>();
    ExecutorService jobs = Executors.newFixedThreadPool(10);
    try {
      Engine engine =
          Engines.open(
              folder,
              jobs,
              channel -> {
                log.set(new RecordingLog(channel, true));
                return log.get();
              });
      assertInstanceOf(FastEngine.class, engine);
      long before = log.get().synced();
      assertLimited(engine);
      assertEquals(before, log.get().synced());

      engine.awaitDurable();

      assertEquals(Files.size(folder.resolve(Engine.FILE + "-wal")), log.get().synced());
      close(engine);
    } finally {
      jobs.shutdownNow();
    }
  }

  private static void close(Engine engine) {
    new LocalDynamoDBServerHandler(engine.requests(), null).close();
  }

  /** Creates a table whose only key takes two writes. */
  private static void assertLimited(Engine engine) {
    DynamoDBRequestHandler requests = engine.requests();
    requests.createTable(USER, REGION, table());
    Instant now = Instant.now();
    engine.limit(Throughput.of(() -> now, 2, Duration.ofSeconds(1)));
    Map<String, AttributeValue> item =
        Map.of("pk", AttributeValue.fromS("a"), "sk", AttributeValue.fromS("b"));
    PutItemRequest put = PutItemRequest.builder().tableName("doorlist").item(item).build();
    requests.putItem(USER, REGION, put);
    requests.putItem(USER, REGION, put);
    DynamoDbException refused =
        assertThrows(DynamoDbException.class, () -> requests.putItem(USER, REGION, put));
    assertEquals("ProvisionedThroughputExceededException", refused.awsErrorDetails().errorCode());

    requests.deleteTable(USER, REGION, DeleteTableRequest.builder().tableName("doorlist").build());
    engine.limit(Throughput.UNLIMITED);
    DynamoDbException gone =
        assertThrows(DynamoDbException.class, () -> requests.putItem(USER, REGION, put));
    assertEquals("ResourceNotFoundException", gone.awsErrorDetails().errorCode());
    requests.createTable(USER, REGION, table());
    requests.putItem(USER, REGION, put);
  }

  private static CreateTableRequest table() {
    CreateTableRequest.Builder table =
        CreateTableRequest.builder().tableName("doorlist").billingMode(BillingMode.PAY_PER_REQUEST);
    return table
        .attributeDefinitions(attribute("pk"), attribute("sk"))
        .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
        .build();
  }

  private static AttributeDefinition attribute(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }
}
