package io.doorlist.queue;

import io.doorlist.domain.UnavailableException;
import io.doorlist.environment.Environment;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Gatherers;
import software.amazon.awssdk.auth.credentials.AwsBasicCredentials;
import software.amazon.awssdk.auth.credentials.StaticCredentialsProvider;
import software.amazon.awssdk.http.apache.ApacheHttpClient;
import software.amazon.awssdk.regions.Region;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.SqsClientBuilder;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;

/** A queue of deliveries to attempt. Thread-safe. */
public final class DeliveryQueue implements AutoCloseable {
  /** The longest delay of a message that SQS allows. */
  public static final Duration MAX_DELAY = Duration.ofMinutes(15);

  private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(2);
  private static final int BATCH = 10;

  private final SqsClient client;
  private final String url;

  public DeliveryQueue(SqsClient client, String url) {
    this.client = client;
    this.url = url;
  }

  public static DeliveryQueue fromEnvironment() {
    String url = Environment.require("DELIVERIES_QUEUE_URL");
    URI endpoint = Environment.get("AWS_ENDPOINT_URL_SQS").map(URI::create).orElse(null);
    return new DeliveryQueue(client(endpoint), url);
  }

  /** Returns the queue of deliveries to slow receivers. */
  public DeliveryQueue slowFromEnvironment() {
    return new DeliveryQueue(client, Environment.require("SLOW_DELIVERIES_QUEUE_URL"));
  }

  /** Creates a client. An endpoint is not AWS, so the client uses made-up credentials for it. */
  public static SqsClient client(URI endpoint) {
    SqsClientBuilder builder =
        SqsClient.builder()
            .httpClient(
                ApacheHttpClient.builder()
                    .connectionTimeout(ANSWER_TIMEOUT)
                    .socketTimeout(ANSWER_TIMEOUT)
                    .connectionAcquisitionTimeout(ANSWER_TIMEOUT)
                    .build());
    if (endpoint != null) {
      builder
          .endpointOverride(endpoint)
          .credentialsProvider(
              StaticCredentialsProvider.create(AwsBasicCredentials.create("local", "local")))
          .region(Region.EU_WEST_1);
    }
    return builder.build();
  }

  /** Sends messages with a delay of whole seconds. If it fails, some may have been sent. */
  public void send(List<Delivery> deliveries, Duration delay) {
    for (List<Delivery> some : deliveries.stream().gather(Gatherers.windowFixed(BATCH)).toList()) {
      List<SendMessageBatchRequestEntry> entries = new ArrayList<>();
      for (Delivery each : some) {
        entries.add(
            SendMessageBatchRequestEntry.builder()
                .id(Integer.toString(entries.size()))
                .messageBody(each.text())
                .delaySeconds((int) delay.toSeconds())
                .build());
      }
      if (!client
          .sendMessageBatch(send -> send.queueUrl(url).entries(entries))
          .failed()
          .isEmpty()) {
        throw new UnavailableException(null);
      }
    }
  }

  @Override
  public void close() {
    client.close();
  }
}
