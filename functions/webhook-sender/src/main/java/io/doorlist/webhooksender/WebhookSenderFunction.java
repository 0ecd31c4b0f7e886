package io.doorlist.webhooksender;

import com.amazonaws.services.lambda.runtime.Context;
import com.amazonaws.services.lambda.runtime.RequestStreamHandler;
import io.doorlist.domain.UnavailableException;
import io.doorlist.environment.Environment;
import io.doorlist.http.FunctionLog;
import io.doorlist.json.JsonValue;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.store.Stores;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Delivers webhook events to their subscribers, signed by Standard Webhooks 1.0.0: handles a batch
 * of messages of the deliveries queue concurrently, and returns which of them must come again.
 * Thread-safe.
 */
public final class WebhookSenderFunction implements RequestStreamHandler {
  /** How long a receiver may take in total. */
  private static final Duration TIMEOUT = Duration.ofSeconds(15);

  /** What an attempt takes in addition to the receiver's time, if the table is slow. */
  private static final Duration RESERVE = Duration.ofSeconds(10);

  /**
   * Allows targets on this machine and in its networks. This is a system property because nobody
   * can set system properties of a deployed function, unlike environment variables.
   */
  private static final String NEARBY = "doorlist.webhooks.nearby";

  private static final String API_URL = "API_URL";

  private final DeliverySender sender;
  private final Clock clock;

  /** Creates the function with the table, the queue and the settings of the environment. */
  public WebhookSenderFunction() {
    this(Stores.fromEnvironment());
  }

  private WebhookSenderFunction(Stores stores) {
    this(
        stores,
        DeliveryQueue.fromEnvironment(),
        new WebhookClient(Boolean.getBoolean(NEARBY), Resolver.SYSTEM, TIMEOUT),
        Clock.systemUTC(),
        Environment.get(API_URL).orElse(null));
    stores.warm();
  }

  WebhookSenderFunction(
      Stores stores, DeliveryQueue queue, WebhookClient client, Clock clock, String apiUrl) {
    this.clock = clock;
    this.sender =
        new DeliverySender(
            stores, queue, client, new RetrySchedule(new SecureRandom()), clock, apiUrl);
  }

  @Override
  public void handleRequest(InputStream input, OutputStream output, Context context)
      throws IOException {
    Instant endsAt = clock.instant().plusMillis(context.getRemainingTimeInMillis());
    FunctionLog log = FunctionLog.of(context);
    List<QueueMessage> messages = QueueMessage.read(input);

    List<JsonValue> failures = new ArrayList<>();
    try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
      List<Future<Boolean>> tasks =
          messages.stream()
              .map(message -> threads.submit(() -> handle(message, endsAt, log)))
              .toList();
      for (int i = 0; i < tasks.size(); i++) {
        if (!done(tasks.get(i))) {
          failures.add(
              JsonValue.object(Map.of("itemIdentifier", JsonValue.of(messages.get(i).id()))));
        }
      }
    }

    JsonValue.object(Map.of("batchItemFailures", JsonValue.array(failures))).writeTo(output);
  }

  /** Handles one message; returns whether it can be deleted. */
  private boolean handle(QueueMessage message, Instant endsAt, FunctionLog log) {
    try {
      if (clock.instant().plus(TIMEOUT).plus(RESERVE).isAfter(endsAt)) {
        throw new UnavailableException(null);
      }
      Delivery delivery = Delivery.of(message.body());
      sender.deliver(delivery, endsAt).ifPresent(outcome -> logAttempt(log, delivery, outcome));
      return true;
    } catch (RuntimeException e) {
      log.failed("delivery_not_taken", message.id(), e);
      return false;
    }
  }

  private static boolean done(Future<Boolean> task) {
    try {
      return task.get();
    } catch (ExecutionException e) {
      if (e.getCause() instanceof Error error) {
        throw error;
      }
      throw new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }

  /** Logs an attempt, without its URL, as the path may be a secret. */
  private static void logAttempt(FunctionLog log, Delivery delivery, DeliveryOutcome outcome) {
    Map<String, String> members = new LinkedHashMap<>();
    members.put("account", delivery.account());
    members.put("webhook_event", Long.toString(delivery.webhookEventId()));
    members.put("webhook", delivery.webhookId());
    members.put("answer", outcome.word());
    log.happened("delivery_tried", members);
  }
}
