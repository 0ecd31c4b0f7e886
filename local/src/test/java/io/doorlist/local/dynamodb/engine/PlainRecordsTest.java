package io.doorlist.local.dynamodb.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.core.SdkBytes;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.CreateTableRequest;
import software.amazon.awssdk.services.dynamodb.model.DeleteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DescribeStreamRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsRequest;
import software.amazon.awssdk.services.dynamodb.model.GetShardIteratorRequest;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamRecord;
import software.amazon.awssdk.services.dynamodb.model.StreamSpecification;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.dynamodb.services.local.server.DynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBRequestHandler;
import software.amazon.dynamodb.services.local.server.LocalDynamoDBServerHandler;

/** Items and changes are as those of unmodified DynamoDB Local. */
class PlainRecordsTest {
  private static final String USER = "user";
  private static final String REGION = "eu-west-1";
  private static final String TABLE = "doorlist";
  private static final Map<String, AttributeValue> KEY =
      Map.of("pk", AttributeValue.fromS("a\"ä"), "sk", AttributeValue.fromS("b"));
  private static final AttributeValue BYTES = AttributeValue.fromB(SdkBytes.fromUtf8String("ü"));

  @TempDir private Path folder;

  @Test
  void itemsAndChanges_areTheSame_asUnmodified() {
    for (StreamViewType view : StreamViewType.knownValues()) {
      Path place = folder.resolve(view.toString());
      List<Change> ours = changes(place.resolve("ours"), false, view);

      assertEquals(changes(place.resolve("stock"), true, view), ours, view.toString());
      assertEquals(4, ours.size());
    }
  }

  @Test
  void item_isReadByUnmodified() {
    changes(folder, false, StreamViewType.NEW_AND_OLD_IMAGES);

    assertEquals(item("2"), with(folder, true, PlainRecordsTest::find));
  }

  /** Use of an engine. */
  private interface Use<T> {
    T of(DynamoDBRequestHandler requests);
  }

  private static <T> T with(Path folder, boolean stock, Use<T> use) {
    if (!folder.toFile().isDirectory()) {
      assertTrue(folder.toFile().mkdirs());
    }
    ExecutorService jobs = Executors.newFixedThreadPool(10);
    DynamoDBRequestHandler requests =
        stock
            ? new LocalDynamoDBRequestHandler(0, false, folder.toString(), true, false)
            : Engine.open(folder, jobs, Sync.DISK).requests();
    try {
      return use.of(requests);
    } finally {
      new LocalDynamoDBServerHandler(requests, null).close();
      jobs.shutdownNow();
    }
  }

  /** Puts, puts again, changes, deletes and puts an item; returns what the stream says. */
  private static List<Change> changes(Path folder, boolean stock, StreamViewType view) {
    return with(
        folder,
        stock,
        requests -> {
          String stream = createTable(requests, view);
          put(requests, item("1"));
          put(requests, item("1"));
          put(requests, item("2"));
          DeleteItemRequest delete = DeleteItemRequest.builder().tableName(TABLE).key(KEY).build();
          requests.deleteItem(USER, REGION, delete);
          requests.deleteItem(USER, REGION, delete);
          put(requests, item("2"));
          assertEquals(item("2"), find(requests));
          return records(requests, stream);
        });
  }

  private static Map<String, AttributeValue> item(String number) {
    return Map.of(
        "pk",
        KEY.get("pk"),
        "sk",
        KEY.get("sk"),
        "number",
        AttributeValue.fromN(number),
        "texts",
        AttributeValue.fromSs(List.of("x", "y")),
        "numbers",
        AttributeValue.fromNs(List.of("1", "2.5")),
        "bytes",
        AttributeValue.fromBs(List.of(BYTES.b())),
        "list",
        AttributeValue.fromL(
            List.of(BYTES, AttributeValue.fromBool(true), AttributeValue.fromNul(true))),
        "map",
        AttributeValue.fromM(Map.of("inner", AttributeValue.fromM(Map.of("s", KEY.get("sk"))))));
  }

  private static void put(DynamoDBRequestHandler requests, Map<String, AttributeValue> item) {
    requests.putItem(USER, REGION, PutItemRequest.builder().tableName(TABLE).item(item).build());
  }

  private static Map<String, AttributeValue> find(DynamoDBRequestHandler requests) {
    GetItemRequest get = GetItemRequest.builder().tableName(TABLE).key(KEY).build();
    return requests.getItem(USER, REGION, get).item();
  }

  private static List<Change> records(DynamoDBRequestHandler requests, String stream) {
    String shard =
        requests
            .describeStream(USER, REGION, DescribeStreamRequest.builder().streamArn(stream).build())
            .streamDescription()
            .shards()
            .getFirst()
            .shardId();
    GetShardIteratorRequest from =
        GetShardIteratorRequest.builder()
            .streamArn(stream)
            .shardId(shard)
            .shardIteratorType(ShardIteratorType.TRIM_HORIZON)
            .build();
    String iterator = requests.getShardIterator(USER, REGION, from).shardIterator();
    return requests
        .getRecords(USER, REGION, GetRecordsRequest.builder().shardIterator(iterator).build())
        .records()
        .stream()
        .map(Change::of)
        .toList();
  }

  /** A change but for when it was made. */
  private record Change(String type, String version, StreamRecord content) {
    static Change of(Record change) {
      return new Change(
          change.eventNameAsString(),
          change.eventVersion(),
          change.dynamodb().toBuilder()
              .approximateCreationDateTime(null)
              .sequenceNumber(null)
              .build());
    }
  }

  private static String createTable(DynamoDBRequestHandler requests, StreamViewType view) {
    CreateTableRequest table =
        CreateTableRequest.builder()
            .tableName(TABLE)
            .billingMode(BillingMode.PAY_PER_REQUEST)
            .attributeDefinitions(attribute("pk"), attribute("sk"))
            .keySchema(key("pk", KeyType.HASH), key("sk", KeyType.RANGE))
            .streamSpecification(
                StreamSpecification.builder().streamEnabled(true).streamViewType(view).build())
            .build();
    return requests.createTable(USER, REGION, table).tableDescription().latestStreamArn();
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
