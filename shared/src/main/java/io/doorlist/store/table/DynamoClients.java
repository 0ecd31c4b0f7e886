package io.doorlist.store.table;

import io.doorlist.environment.Environment;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.core.client.config.ClientOverrideConfiguration;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Makes clients of DynamoDB. They retry nothing: {@link Retry} does. */
public final class DynamoClients {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final int CONNECTIONS = 1000;

  /** Makes the SDK do what it does about time, without coming to an end. */
  private static final Duration RECORDED_TIMEOUT = Duration.ofMinutes(5);

  private DynamoClients() {}

  /**
   * Connects as {@code AWS_ENDPOINT_URL_DYNAMODB} or {@code TABLE_ENDPOINT} says, or to AWS if they
   * say nothing.
   */
  public static DynamoDbClient fromEnvironment() {
    Optional<String> endpoint =
        Environment.get("AWS_ENDPOINT_URL_DYNAMODB")
            .or(() -> Environment.get("TABLE_ENDPOINT").filter(url -> !url.isEmpty()));
    // The socket's own timeout starts again with every byte, which a slow answer can use.
    return client(
        DynamoClients::connections,
        endpoint.map(URI::create).orElse(null),
        null,
        override -> override.apiCallAttemptTimeout(ANSWER_TIMEOUT));
  }

  /**
   * Connects to a table.
   *
   * @param endpoint where the table is if it is not on AWS, or {@code null}; it is then reached
   *     with made-up credentials
   * @param region the AWS region, or {@code null} for the environment's
   */
  public static DynamoDbClient connect(URI endpoint, String region) {
    return client(DynamoClients::connections, endpoint, region, override -> {});
  }

  /** Connects to nothing: requests get answers that were recorded, in the order of the list. */
  public static DynamoDbClient recorded(List<RecordedAnswer> answers) {
    return client(
        builder -> builder.httpClient(new RecordedTable(answers)),
        URI.create("http://localhost"),
        null,
        override -> override.apiCallAttemptTimeout(RECORDED_TIMEOUT));
  }

  /** Has the client make its connections, so that it closes them too. */
  private static void connections(DynamoDbClientBuilder builder) {
    builder.httpClientBuilder(
        ApacheHttpClient.builder()
            .connectionTimeout(ANSWER_TIMEOUT)
            .socketTimeout(ANSWER_TIMEOUT)
            .connectionAcquisitionTimeout(ANSWER_TIMEOUT)
            .maxConnections(CONNECTIONS));
  }

  private static DynamoDbClient client(
      Consumer<DynamoDbClientBuilder> http,
      URI endpoint,
      String region,
      Consumer<ClientOverrideConfiguration.Builder> limits) {
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .overrideConfiguration(
                override -> {
                  override.retryStrategy(DefaultRetryStrategy.doNotRetry());
                  limits.accept(override);
                });
    http.accept(builder);
    if (endpoint != null) {
      builder
          .endpointOverride(endpoint)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
          .region(Region.EU_WEST_1);
    }
    if (region != null) {
      builder.region(Region.of(region));
    }
    return builder.build();
  }
}
