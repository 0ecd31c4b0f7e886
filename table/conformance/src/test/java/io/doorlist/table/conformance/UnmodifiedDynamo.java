package io.doorlist.table.conformance;

import io.doorlist.table.Engine;
import io.doorlist.table.ItemChange;
import io.doorlist.table.Key;
import io.doorlist.table.aws.DynamoEngine;
import io.doorlist.table.aws.SdkValues;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.stream.Stream;
import software.amazon.awssdk.core.SdkPojo;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeDefinition;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BillingMode;
import software.amazon.awssdk.services.dynamodb.model.ConsumedCapacity;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetRecordsResponse;
import software.amazon.awssdk.services.dynamodb.model.KeySchemaElement;
import software.amazon.awssdk.services.dynamodb.model.KeyType;
import software.amazon.awssdk.services.dynamodb.model.ScalarAttributeType;
import software.amazon.awssdk.services.dynamodb.model.ShardIteratorType;
import software.amazon.awssdk.services.dynamodb.model.StreamViewType;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;
import software.amazon.dynamodb.services.exceptions.DynamoDBLocalServiceException;
import software.amazon.dynamodb.services.local.embedded.DDBExceptionMappingInvocationHandler;
import software.amazon.dynamodb.services.local.shared.access.AmazonDynamoDBLocal;
import software.amazon.dynamodb.services.local.shared.access.LocalDBClient;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteDBAccess;
import software.amazon.dynamodb.services.local.shared.access.sqlite.SQLiteLibraryLoader;
import software.amazon.dynamodb.services.local.shared.jobs.JobsRegister;

/** A table of DynamoDB Local as it is delivered, in memory, with its stream. */
final class UnmodifiedDynamo implements AutoCloseable {
  private static final String TABLE = "conformance";
  private static final String CAPACITY = "ReturnConsumedCapacity";

  private final ExecutorService jobs =
      Executors.newCachedThreadPool(Thread.ofPlatform().daemon().factory());
  private final AmazonDynamoDBLocal local = open(jobs);
  private final DynamoDbStreamsClient streams = local.dynamoDbStreamsClient();
  private final Engine engine;
  private double units;

  /** Where its stream is read next; {@code null} at its beginning. */
  private String iterator;

  UnmodifiedDynamo() {
    DynamoDbClient client = local.dynamoDbClient();
    client.createTable(
        table ->
            table
                .tableName(TABLE)
                .billingMode(BillingMode.PAY_PER_REQUEST)
                .attributeDefinitions(
                    Stream.of(Key.PK, Key.SK).map(UnmodifiedDynamo::text).toList())
                .keySchema(key(Key.PK, KeyType.HASH), key(Key.SK, KeyType.RANGE))
                .streamSpecification(
                    stream ->
                        stream
                            .streamEnabled(true)
                            .streamViewType(StreamViewType.NEW_AND_OLD_IMAGES)));
    engine = new DynamoEngine(counting(client), TABLE);
  }

  /** Does what {@code DynamoDBEmbedded} does, but for its telemetry. */
  private static AmazonDynamoDBLocal open(ExecutorService jobs) {
    // It writes numbers in the default locale, and does not read them in every one.
    Locale.setDefault(Locale.ROOT);
    try {
      SQLiteLibraryLoader.initialize();
    } catch (Exception e) {
      throw new IllegalStateException(e);
    }
    return new LocalDBClient(new SQLiteDBAccess(), new JobsRegister(jobs, false));
  }

  private static AttributeDefinition text(String name) {
    return AttributeDefinition.builder()
        .attributeName(name)
        .attributeType(ScalarAttributeType.S)
        .build();
  }

  private static KeySchemaElement key(String name, KeyType type) {
    return KeySchemaElement.builder().attributeName(name).keyType(type).build();
  }

  Engine engine() {
    return engine;
  }

  /** Returns a client whose calls say what they cost. */
  private DynamoDbClient counting(DynamoDbClient client) {
    return (DynamoDbClient)
        Proxy.newProxyInstance(
            DynamoDbClient.class.getClassLoader(),
            new Class<?>[] {DynamoDbClient.class},
            (proxy, method, arguments) -> {
              try {
                if (arguments == null || !(arguments[0] instanceof DynamoDbRequest request)) {
                  return arguments == null
                      ? method.invoke(client)
                      : InvocationHandler.invokeDefault(proxy, method, arguments);
                }
                Object answer = method.invoke(client, asking(request));
                count((SdkPojo) answer);
                return answer;
              } catch (InvocationTargetException e) {
                if (e.getCause() instanceof DynamoDBLocalServiceException refusal) {
                  DDBExceptionMappingInvocationHandler.handleDynamoDBLocalServiceException(refusal);
                }
                throw e.getCause();
              }
            });
  }

  private static Object asking(DynamoDbRequest request) {
    DynamoDbRequest.Builder builder = request.toBuilder();
    ((SdkPojo) builder).sdkFieldNameToField().get(CAPACITY).set(builder, "TOTAL");
    return builder.build();
  }

  private void count(SdkPojo answer) {
    Object capacity =
        answer.sdkFieldNameToField().get("ConsumedCapacity").getValueOrDefault(answer);
    Collection<?> all = capacity instanceof Collection<?> several ? several : List.of(capacity);
    all.forEach(each -> units += ((ConsumedCapacity) each).capacityUnits());
  }

  /** Returns the units of the calls since the last time. */
  double spent() {
    double spent = units;
    units = 0;
    return spent;
  }

  private String firstIterator() {
    String arn =
        streams.listStreams(list -> list.tableName(TABLE)).streams().getFirst().streamArn();
    String shard =
        streams
            .describeStream(describe -> describe.streamArn(arn))
            .streamDescription()
            .shards()
            .getFirst()
            .shardId();
    return streams
        .getShardIterator(
            get ->
                get.streamArn(arn).shardId(shard).shardIteratorType(ShardIteratorType.TRIM_HORIZON))
        .shardIterator();
  }

  /** Returns what has changed since the last time, in the order of the stream. */
  List<ItemChange> changes() {
    List<ItemChange> changes = new ArrayList<>();
    if (iterator == null) {
      iterator = firstIterator();
    }
    GetRecordsResponse page;
    do {
      page = streams.getRecords(get -> get.shardIterator(iterator));
      page.records()
          .forEach(
              each ->
                  changes.add(
                      new ItemChange(
                          SdkValues.item(each.dynamodb().keys()).key(),
                          SdkValues.item(image(each.dynamodb().oldImage())),
                          SdkValues.item(image(each.dynamodb().newImage())))));
      iterator = page.nextShardIterator();
    } while (!page.records().isEmpty());
    return changes;
  }

  private static Map<String, AttributeValue> image(Map<String, AttributeValue> image) {
    return image == null ? Map.of() : image;
  }

  @Override
  public void close() {
    streams.close();
    local.shutdownNow();
    jobs.shutdownNow();
  }
}
