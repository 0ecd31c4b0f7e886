package io.doorlist.local.dynamodb;

import java.net.URI;
import java.time.Duration;
import java.util.Map;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.urlconnection.UrlConnectionHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.streams.DynamoDbStreamsClient;

/** Clients of a table, and the simplest requests. */
final class TestClient {
  private TestClient() {}

  static DynamoDbClient client(LocalDynamo dynamo, Region region) {
    return client(dynamo.endpoint(), region);
  }

  static DynamoDbClient client(URI endpoint, Region region) {
    return client(endpoint, region, null);
  }

  /** Returns a client that waits for an answer that long; {@code null} for as long as usual. */
  static DynamoDbClient client(URI endpoint, Region region, Duration patience) {
    return DynamoDbClient.builder()
        .endpointOverride(endpoint)
        .overrideConfiguration(
            settings ->
                settings
                    .apiCallAttemptTimeout(patience)
                    .retryStrategy(retry -> retry.maxAttempts(1)))
        .region(region)
        .credentialsProvider(
            StaticCredentialsProvider.create(
                AwsBasicCredentials.create(region.id().replace("-", ""), "x")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  static DynamoDbStreamsClient streams(LocalDynamo dynamo) {
    return DynamoDbStreamsClient.builder()
        .endpointOverride(dynamo.endpoint())
        .region(Region.EU_WEST_1)
        .credentialsProvider(
            StaticCredentialsProvider.create(AwsBasicCredentials.create("euwest1", "x")))
        .httpClient(UrlConnectionHttpClient.create())
        .build();
  }

  /** Adds one to a number of an item, which must exist. */
  static void add(DynamoDbClient client, String key) {
    client.updateItem(
        request ->
            request
                .tableName("doorlist")
                .key(key(key))
                .updateExpression("ADD n :one")
                .conditionExpression("attribute_exists(pk)")
                .expressionAttributeValues(Map.of(":one", AttributeValue.fromN("1"))));
  }

  static void put(DynamoDbClient client, String key) {
    client.putItem(request -> request.tableName("doorlist").item(key(key)));
  }

  static boolean has(DynamoDbClient client, String key) {
    return client.getItem(request -> request.tableName("doorlist").key(key(key))).hasItem();
  }

  static Map<String, AttributeValue> key(String key) {
    return Map.of("pk", AttributeValue.fromS(key), "sk", AttributeValue.fromS(key));
  }
}
