package io.doorlist.table.aws;

import io.doorlist.environment.Environment;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.SdkHttpClient;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.retries.DefaultRetryStrategy;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.DynamoDbClientBuilder;

/** Creates clients of DynamoDB. They do not retry: {@link Retry} does. */
final class DynamoClients {
  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);

  /**
   * How long a command waits for an answer. To give up earlier would not help: the table goes on
   * with the attempt, and the next attempt waits behind it.
   */
  private static final Duration COMMAND_TIMEOUT = Duration.ofSeconds(30);

  private static final int CONNECTIONS = 1000;

  /** Never reached. It only makes the SDK run its code for timeouts. */
  private static final Duration RECORDED_TIMEOUT = Duration.ofMinutes(5);

  private DynamoClients() {}

  /**
   * Connects to {@code AWS_ENDPOINT_URL_DYNAMODB} or {@code TABLE_ENDPOINT}, or to AWS if neither
   * is set.
   */
  static DynamoDbClient fromEnvironment() {
    Optional<String> endpoint =
        Environment.get("AWS_ENDPOINT_URL_DYNAMODB")
            .or(() -> Environment.get("TABLE_ENDPOINT").filter(url -> !url.isEmpty()));
    // The socket's own timeout starts anew with every byte, so the attempt as a whole needs one,
    // too.
    return client(endpoint.map(URI::create).orElse(null), ANSWER_TIMEOUT)
        .httpClientBuilder(connections(ANSWER_TIMEOUT))
        .build();
  }

  /**
   * Connects to a table for a command, which waits longer for an answer than a function.
   *
   * @param endpoint the address of a table outside AWS, for which credentials are made up; {@code
   *     null} for AWS
   * @param region the AWS region, or {@code null} for the environment's
   */
  static DynamoDbClient connect(URI endpoint, String region) {
    DynamoDbClientBuilder client =
        client(endpoint, null).httpClientBuilder(connections(COMMAND_TIMEOUT));
    if (region != null) {
      client.region(Region.of(region));
    }
    return client.build();
  }

  /**
   * Returns a client that connects to no table. Each operation gets its recorded answers in order.
   */
  static DynamoDbClient recorded(Map<String, List<byte[]>> answers) {
    return client(URI.create("http://localhost"), RECORDED_TIMEOUT)
        .httpClient(new RecordedTable(answers))
        .build();
  }

  private static SdkHttpClient.Builder<?> connections(Duration patience) {
    return ApacheHttpClient.builder()
        .connectionTimeout(ANSWER_TIMEOUT)
        .socketTimeout(patience)
        .connectionAcquisitionTimeout(ANSWER_TIMEOUT)
        .maxConnections(CONNECTIONS);
  }

  private static DynamoDbClientBuilder client(URI endpoint, Duration attempt) {
    DynamoDbClientBuilder builder =
        DynamoDbClient.builder()
            .overrideConfiguration(
                override ->
                    override
                        .retryStrategy(DefaultRetryStrategy.doNotRetry())
                        .apiCallAttemptTimeout(attempt));
    if (endpoint != null) {
      builder
          .endpointOverride(endpoint)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
          .region(Region.EU_WEST_1);
    }
    return builder;
  }
}
