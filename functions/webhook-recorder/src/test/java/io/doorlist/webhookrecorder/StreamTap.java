package io.doorlist.webhookrecorder;

import java.net.URI;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.Record;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Reads a table's stream on DynamoDB Local, and returns of its records what the recorder reads. */
final class StreamTap implements AutoCloseable {
  private final DynamoDbStreamsClient client;
  private String iterator;

  StreamTap(URI endpoint, String table) {
    client =
        DynamoDbStreamsClient.builder()
            .endpointOverride(endpoint)
            .region(Region.EU_WEST_1)
            .credentialsProvider(
                StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
            .build();
    String arn = client.listStreams(list -> list.tableName(table)).streams().getFirst().streamArn();
    String shard =
        client
            .describeStream(describe -> describe.streamArn(arn))
            .streamDescription()
            .shards()
            .getFirst()
            .shardId();
    iterator =
        client
            .getShardIterator(
                get ->
                    get.streamArn(arn)
                        .shardId(shard)
                        .shardIteratorType(ShardIteratorType.TRIM_HORIZON))
            .shardIterator();
  }

  /** Returns what has happened since the last call. */
  List<Map<String, Object>> read() {
    List<Map<String, Object>> records = new ArrayList<>();
    GetRecordsResponse page;
    do {
      page = client.getRecords(get -> get.shardIterator(iterator));
      page.records().forEach(record -> records.add(record(record)));
      iterator = page.nextShardIterator();
    } while (!page.records().isEmpty());
    return records;
  }

  private static Map<String, Object> record(Record record) {
    Map<String, Object> change = new LinkedHashMap<>();
    change.put("Keys", item(record.dynamodb().keys()));
    if (record.dynamodb().hasNewImage()) {
      change.put("NewImage", item(record.dynamodb().newImage()));
    }
    if (record.dynamodb().hasOldImage()) {
      change.put("OldImage", item(record.dynamodb().oldImage()));
    }
    change.put("SequenceNumber", record.dynamodb().sequenceNumber());
    return new LinkedHashMap<>(Map.of("dynamodb", change));
  }

  private static Map<String, Object> item(Map<String, AttributeValue> attributes) {
    Map<String, Object> item = new LinkedHashMap<>();
    attributes.forEach((name, value) -> item.put(name, value(value)));
    return item;
  }

  private static Map<String, Object> value(AttributeValue value) {
    return switch (value.type()) {
      case S -> Map.of("S", value.s());
      case N -> Map.of("N", value.n());
      case BOOL -> Map.of("BOOL", value.bool());
      case M -> Map.of("M", item(value.m()));
      case L -> Map.of("L", value.l().stream().map(StreamTap::value).toList());
      case B -> Map.of("B", value.b().toString());
      // DynamoDB Local 3 leaves out the type of empty maps and lists.
      case UNKNOWN_TO_SDK_VERSION -> Map.of("M", Map.of());
      default -> throw new IllegalArgumentException("no item has " + value.type());
    };
  }

  /** Returns the key of the record's item: Lambda keeps the order of records per key. */
  static String key(Map<String, Object> record) {
    return String.valueOf(((Map<?, ?>) record.get("dynamodb")).get("Keys"));
  }

  @Override
  public void close() {
    client.close();
  }
}
