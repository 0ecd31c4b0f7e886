package io.doorlist.webhooksender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.environment.Environment;
import io.doorlist.http.FunctionLog;
import io.doorlist.json.Json;
import io.doorlist.priming.Priming;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.Resolver;
import io.doorlist.webhook.WebhookClient;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.random.RandomGenerator;
import java.util.stream.Gatherers;

/**
 * Delivers webhook events to their subscribers. It handles a batch of messages of a deliveries
 * queue concurrently, and returns which of them must come again. Thread-safe.
 */
public final class WebhookSenderFunction implements RequestStreamHandler {
  /** How long a receiver may take in total. */
  static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** How long a receiver may take before it counts as slow. */
  static final Duration QUICK_TIMEOUT = Duration.ofSeconds(2);

  /** How long an attempt may take in addition to the receiver's time, if the table is slow. */
  private static final Duration RESERVE = Duration.ofSeconds(10);

  /**
   * Allows targets on this machine and in its networks. This is a system property because nobody
   * can set system properties of a deployed function, unlike environment variables.
   */
  private static final String NEARBY = "doorlist.webhooks.nearby";

  /** The maximum number of messages that SQS hands over at once. */
  private static final int BATCH = 10;

  private final DeliverySender sender;
  private final Clock clock;

  public WebhookSenderFunction() {
    this(SenderStores.over(Priming.table().table()), DeliveryQueue.fromEnvironment());
  }

  private WebhookSenderFunction(SenderStores stores, DeliveryQueue queue) {
    this(
        stores,
        new Lane(queue, client(QUICK_TIMEOUT)::post),
        new Lane(queue.slowFromEnvironment(), client(TIMEOUT)::post),
        new SecureRandom(),
        Clock.systemUTC(),
        Environment.get("API_URL").orElse(null));
  }

  WebhookSenderFunction(
      SenderStores stores,
      Lane quick,
      Lane slow,
      RandomGenerator random,
      Clock clock,
      String apiUrl) {
    this.clock = clock;
    this.sender = new DeliverySender(stores, quick, slow, new RetrySchedule(random), clock, apiUrl);
  }

  private static WebhookClient client(Duration timeout) {
    return new WebhookClient(Boolean.getBoolean(NEARBY), Resolver.SYSTEM, timeout);
  }

  record QueueMessage(String id, String body) {
    static List<QueueMessage> read(InputStream input) throws IOException {
      return Json.elements(Json.readInput(input).get("Records")).stream()
          .map(Json::members)
          .map(
              each ->
                  new QueueMessage(Json.text(each.get("messageId")), Json.text(each.get("body"))))
          .toList();
    }
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Instant endsAt = clock.instant().plusMillis(context.getRemainingTimeInMillis());
    FunctionLog log = FunctionLog.of(context);
    List<String> failures =
        QueueMessage.read(input).stream()
            .gather(Gatherers.mapConcurrent(BATCH, message -> handle(message, endsAt, log)))
            .flatMap(Optional::stream)
            .toList();
    output.write(Json.failures(failures));
  }

  /** Handles a message, and returns its id if it must come again. */
  private Optional<String> handle(QueueMessage message, Instant endsAt, FunctionLog log) {
    try {
      if (clock.instant().plus(TIMEOUT).plus(RESERVE).isAfter(endsAt)) {
        throw new UnavailableException(null);
      }
      Delivery delivery = Delivery.of(message.body());
      sender.deliver(delivery, endsAt).ifPresent(outcome -> logAttempt(log, delivery, outcome));
      return Optional.empty();
    } catch (RuntimeException | Error e) {
      log.failed("delivery_not_taken", message.id(), e);
      return Optional.of(message.id());
    }
  }

  /** Logs an attempt without its URL, because the path may be a secret. */
  private static void logAttempt(FunctionLog log, Delivery delivery, DeliveryOutcome outcome) {
    DeliveryId id = delivery.id();
    Map<String, String> members = new LinkedHashMap<>();
    members.put("account", id.account());
    members.put("webhook_event", Long.toString(id.webhookEventId()));
    members.put("webhook", id.webhookId());
    members.put("answer", outcome.word());
    log.happened("delivery_tried", members);
  }
}
