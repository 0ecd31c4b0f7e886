package io.doorlist.local.dynamodb;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.local.Loopback;
import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.template.Template;
import io.doorlist.local.template.TemplateException;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.logging.Level;
import java.util.logging.Logger;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbException;
import software.amazon.awssdk.services.dynamodb.model.IndexStatus;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ResourceNotFoundException;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.model.TimeToLiveStatus;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

class LocalDynamoTest {
  private static final Path REAL = Path.of(System.getProperty("doorlist.root"), "template.yaml");

  @TempDir private Path directory;

  @Test
  void table_isTheTemplates() {
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1)) {
      assertTrue(dynamo.createTable(Template.read(REAL), "doorlist"));

      var table = client.describeTable(request -> request.tableName("doorlist")).table();
      assertEquals(
          List.of("pk HASH", "sk RANGE"),
          table.keySchema().stream()
              .map(key -> key.attributeName() + " " + key.keyType())
              .toList());
    }
  }

  @Test
  void table_isLeftAsItIs_whenItIsThere() {
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "a");

      assertFalse(dynamo.createTable(Template.read(REAL), "doorlist"));

      assertTrue(has(client, "a"));
    }
  }

  @Test
  void table_isTheNewOne_afterAChange() {
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "a");

      client.deleteTable(request -> request.tableName("doorlist"));

      assertThrows(ResourceNotFoundException.class, () -> put(client, "b"));
      client.createTable(
          request ->
              request
                  .tableName("doorlist")
                  .billingMode(BillingMode.PAY_PER_REQUEST)
                  .attributeDefinitions(
                      AttributeDefinition.builder()
                          .attributeName("id")
                          .attributeType(ScalarAttributeType.S)
                          .build())
                  .keySchema(
                      KeySchemaElement.builder()
                          .attributeName("id")
                          .keyType(KeyType.HASH)
                          .build()));
      assertThrows(DynamoDbException.class, () -> put(client, "c"));
      client.putItem(
          request -> request.tableName("doorlist").item(Map.of("id", AttributeValue.fromS("d"))));
    }
  }

  @Test
  void stream_hasWhatIsWritten_onceTheTableHasOne() {
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1);
        var streams = streams(dynamo)) {
      dynamo.createTableWithoutStream(Template.read(REAL), "doorlist");
      put(client, "a");

      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "b");

      String stream = streams.listStreams(request -> {}).streams().getFirst().streamArn();
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
  void table_hasIndexesStreamAndExpiry_whenTheTemplateSaysSo() throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(
        file,
        """
        Parameters: {Needed: {Type: String}}
        Resources:
          T:
            Type: AWS::DynamoDB::Table
            Properties:
              BillingMode: PROVISIONED
              ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 1}
              AttributeDefinitions:
                - {AttributeName: pk, AttributeType: S}
                - {AttributeName: n, AttributeType: N}
              KeySchema: [{AttributeName: pk, KeyType: HASH}]
              GlobalSecondaryIndexes:
                - IndexName: by-n
                  KeySchema: [{AttributeName: n, KeyType: HASH}]
                  Projection: {ProjectionType: INCLUDE, NonKeyAttributes: [a]}
                  ProvisionedThroughput: {ReadCapacityUnits: 1, WriteCapacityUnits: 1}
              StreamSpecification: {StreamViewType: NEW_AND_OLD_IMAGES}
              TimeToLiveSpecification: {AttributeName: expires, Enabled: true}
        """);
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1)) {
      dynamo.createTable(Template.read(file), "things");

      var table = client.describeTable(request -> request.tableName("things")).table();
      var index = table.globalSecondaryIndexes().getFirst();
      assertEquals("by-n", index.indexName());
      assertEquals(IndexStatus.ACTIVE, index.indexStatus());
      assertEquals(KeyType.HASH, index.keySchema().getFirst().keyType());
      assertEquals(List.of("a"), index.projection().nonKeyAttributes());
      assertEquals(StreamViewType.NEW_AND_OLD_IMAGES, table.streamSpecification().streamViewType());
      var expiry =
          client.describeTimeToLive(request -> request.tableName("things")).timeToLiveDescription();
      assertEquals(TimeToLiveStatus.DISABLED, expiry.timeToLiveStatus());
    }
  }

  @Test
  void definition_isRefused_whenDynamoDbRefusesIt() throws IOException {
    Path file = directory.resolve("template.yaml");
    Files.writeString(
        file,
        """
        Parameters: {Needed: {Type: String}}
        Resources:
          T: {Type: AWS::DynamoDB::Table, Properties: {AttributeDefinitions: [], KeySchema: []}}
        """);
    try (var dynamo = LocalDynamo.inMemory(0)) {
      var failure =
          assertThrows(
              TemplateException.class, () -> dynamo.createTable(Template.read(file), "things"));

      assertTrue(
          failure
              .getMessage()
              .startsWith("the table's definition is refused by DynamoDB's CreateTable: "),
          failure.getMessage());
    }
  }

  @Test
  void data_isTheSame_whateverTheRegion() {
    try (var dynamo = LocalDynamo.inMemory(0);
        var one = client(dynamo, Region.EU_WEST_1);
        var other = client(dynamo, Region.US_EAST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");

      put(one, "a");

      assertTrue(has(other, "a"));
    }
  }

  @Test
  void dataInMemory_isEachDatabasesOwn() {
    try (var one = LocalDynamo.inMemory(0);
        var other = LocalDynamo.inMemory(0);
        var client = client(other, Region.EU_WEST_1)) {
      one.createTable(Template.read(REAL), "doorlist");

      assertEquals(List.of(), client.listTables().tableNames());
    }
  }

  @Test
  void dataOnDisk_isThere_afterARestart() {
    Path data = directory.resolve("made/if/missing");
    try (var dynamo = LocalDynamo.onDisk(0, data);
        var client = client(dynamo, Region.EU_WEST_1)) {
      assertTrue(dynamo.createTable(Template.read(REAL), "doorlist"));
      put(client, "a");
    }

    try (var dynamo = LocalDynamo.onDisk(0, data);
        var client = client(dynamo, Region.EU_WEST_1)) {
      assertFalse(dynamo.createTable(Template.read(REAL), "doorlist"));
      assertTrue(has(client, "a"));
    }
  }

  @Test
  void writes_areAllThere_whenManyWriteAtATime() throws Exception {
    int writers = 16;
    int writes = 25;
    try (var dynamo = LocalDynamo.onDisk(0, directory);
        var client = client(dynamo, Region.EU_WEST_1);
        var threads = Executors.newFixedThreadPool(writers)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "a");
      var all = new ArrayList<Callable<Void>>();
      for (int writer = 0; writer < writers; writer++) {
        String own = "writer " + writer;
        all.add(
            () -> {
              for (int i = 0; i < writes; i++) {
                add(client, "a");
                put(client, own + " " + i);
                // One that is refused leaves nothing undone behind it.
                assertThrows(DynamoDbException.class, () -> add(client, "nobody"));
              }
              return null;
            });
      }
      for (Future<Void> each : threads.invokeAll(all)) {
        each.get();
      }
    }

    try (var dynamo = LocalDynamo.onDisk(0, directory);
        var client = client(dynamo, Region.EU_WEST_1)) {
      var items = client.scanPaginator(request -> request.tableName("doorlist")).items();
      assertEquals(1 + writers * writes, items.stream().count());
      assertEquals(
          Integer.toString(writers * writes),
          items.stream()
              .filter(item -> item.containsKey("n"))
              .findFirst()
              .orElseThrow()
              .get("n")
              .n());
    }
  }

  @Test
  void database_listensOnTheLoopbackInterfaceOnly_andIsGoneWhenClosed() throws IOException {
    var dynamo = LocalDynamo.inMemory(0);
    int port = dynamo.port();
    assertEquals("http://127.0.0.1:" + port, dynamo.endpoint().toString());
    Loopback.assertOnly(port);

    dynamo.close();

    try (var again = LocalDynamo.inMemory(port)) {
      assertEquals(port, again.port());
    }
  }

  @Test
  void database_leavesNoThread_whenClosed() throws InterruptedException {
    Set<Thread> before = Thread.getAllStackTraces().keySet();
    var dynamo = LocalDynamo.inMemory(0);
    List<Thread> own =
        Thread.getAllStackTraces().keySet().stream()
            .filter(thread -> !before.contains(thread))
            .filter(thread -> thread.getName().matches("(dynamodb-local|SQLiteQueue).*"))
            .toList();
    for (String kind : List.of("dynamodb-local-job-", "SQLiteQueue")) {
      assertTrue(own.stream().anyMatch(thread -> thread.getName().startsWith(kind)), kind);
    }

    dynamo.close();

    for (Thread thread : own) {
      thread.join(10_000);
      assertFalse(thread.isAlive(), thread::getName);
    }
  }

  @Test
  void database_saysNothing() {
    var text = new ByteArrayOutputStream();
    var stream = new PrintStream(text, true, StandardCharsets.UTF_8);
    PrintStream out = System.out;
    PrintStream err = System.err;
    System.setOut(stream);
    System.setErr(stream);
    try (var dynamo = LocalDynamo.inMemory(0);
        var client = client(dynamo, Region.EU_WEST_1)) {
      dynamo.createTable(Template.read(REAL), "doorlist");
      put(client, "a");
      assertThrows(
          RuntimeException.class, () -> client.describeTable(request -> request.tableName("x")));
    } finally {
      System.setOut(out);
      System.setErr(err);
    }

    assertEquals("", text.toString(StandardCharsets.UTF_8));
    // It is said once in a JVM only, so perhaps before this test.
    assertFalse(Logger.getLogger("com.amazonaws.util.Base64").isLoggable(Level.WARNING));
  }

  @Test
  void start_saysSo_whenPortIsInUse() throws IOException {
    try (var socket = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
      int port = socket.getLocalPort();

      var failure = assertThrows(LocalHostException.class, () -> LocalDynamo.inMemory(port));

      assertEquals("port %d, for DynamoDB Local, is in use".formatted(port), failure.getMessage());
    }
  }

  @Test
  void start_saysSo_whenTheDirectoryCannotBeMade() throws IOException {
    Path file = Files.writeString(directory.resolve("file"), "");

    var failure =
        assertThrows(LocalHostException.class, () -> LocalDynamo.onDisk(0, file.resolve("data")));

    assertEquals("cannot make the data directory " + file.resolve("data"), failure.getMessage());
  }

  private static DynamoDbClient client(LocalDynamo dynamo, Region region) {
    return DynamoDbClient.builder()
        .endpointOverride(dynamo.endpoint())
        .region(region)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(region.id().replace("-", ""), "x")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  private static DynamoDbStreamsClient streams(LocalDynamo dynamo) {
    return DynamoDbStreamsClient.builder()
        .endpointOverride(dynamo.endpoint())
        .region(Region.EU_WEST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("euwest1", "x")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  /** Adds one to a number of an item, which must be there. */
  private static void add(DynamoDbClient client, String key) {
    client.updateItem(
        request ->
            request
                .tableName("doorlist")
                .key(key(key))
                .updateExpression("ADD n :one")
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  private static void put(DynamoDbClient client, String key) {
    client.putItem(request -> request.tableName("doorlist").item(key(key)));
  }

  private static boolean has(DynamoDbClient client, String key) {
    return client.getItem(request -> request.tableName("doorlist").key(key(key))).hasItem();
  }

  private static Map<String, AttributeValue> key(String key) {
    return Map.of("pk", AttributeValue.fromS(key), "sk", AttributeValue.fromS(key));
  }
}
