package io.doorlist.local.dynamodb;

import static io.doorlist.local.dynamodb.TestClient.client;
import static io.doorlist.local.dynamodb.TestClient.has;
import static io.doorlist.local.dynamodb.TestClient.key;
import static io.doorlist.local.dynamodb.TestClient.put;
import static io.doorlist.local.dynamodb.TestClient.streams;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.template.Template;
import io.doorlist.local.template.TemplateException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class TableTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");

  private static LocalDynamo dynamo;
  private static DynamoDbClient client;

  @TempDir private Path directory;

  @BeforeAll
  static void start() {
    dynamo = LocalDynamo.inMemory(0);
    client = client(dynamo, Region.EU_WEST_1);
  }

  @AfterEach
  void forgetTables() {
    client.listTables().tableNames().forEach(each -> client.deleteTable(it -> it.tableName(each)));
  }

  @AfterAll
  static void stop() {
    client.close();
    dynamo.close();
  }

  @Test
  void table_isLeftAsItIs_whenItIsThere() {
    dynamo.createTable(Template.read(REAL), "doorlist");
    put(client, "a");

    assertFalse(dynamo.createTable(Template.read(REAL), "doorlist"));

    assertTrue(has(client, "a"));
  }

  @Test
  void stream_hasWhatIsWritten_onceTheTableHasOne() {
    try (LocalDynamo dynamo = LocalDynamo.inMemory(0);
        DynamoDbClient client = client(dynamo, Region.EU_WEST_1);
        DynamoDbStreamsClient streams = streams(dynamo)) {
      dynamo.createTableWithoutStream(Template.read(REAL), "doorlist");
      put(client, "a");

      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "b");

      String stream =
          client.describeTable(request -> request.tableName("doorlist")).table().latestStreamArn();
      String shard =
          streams
              .describeStream(request -> request.streamArn(stream))
              .streamDescription()
              .shards()
              .getFirst()
              .shardId();
      String begin =
          streams
              .getShardIterator(
                  request ->
                      request
                          .streamArn(stream)
                          .shardId(shard)
                          .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
              .shardIterator();
      assertEquals(
          List.of(key("b")),
          streams.getRecords(request -> request.shardIterator(begin)).records().stream()
              .map(change -> change.dynamodb().keys())
              .toList());
    }
  }

  @Test
  void definition_isRefused_whenDynamoDbRefusesIt() throws IOException {
    Template template =
        template(
            """
        Resources:
          T: {Type: AWS::DynamoDB::Table, Properties: {AttributeDefinitions: [], KeySchema: []}}
        """);
    TemplateException failure =
        assertThrows(TemplateException.class, () -> dynamo.createTable(template, "things"));

    assertTrue(
        failure
            .getMessage()
            .startsWith("the table's definition is refused by DynamoDB's CreateTable: "),
        failure.getMessage());
  }

  @Test
  void data_isTheSame_whateverTheRegion() {
    try (DynamoDbClient other = client(dynamo, Region.US_EAST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");

      put(client, "a");

      assertTrue(has(other, "a"));
    }
  }

  @Test
  void dataOnDisk_survivesARestart() {
    Path data = directory.resolve("made/if/missing");
    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data);
        DynamoDbClient client = client(dynamo, Region.EU_WEST_1)) {
      assertTrue(dynamo.createTable(Template.read(REAL), "doorlist"));
      put(client, "a");
    }

    try (LocalDynamo dynamo = LocalDynamo.onDisk(0, data);
        DynamoDbClient client = client(dynamo, Region.EU_WEST_1)) {
      assertFalse(dynamo.createTable(Template.read(REAL), "doorlist"));
      assertTrue(has(client, "a"));
    }
  }

  private Template template(String text) throws IOException {
    return Template.read(Files.writeString(directory.resolve("template.yaml"), text));
  }
}
