package io.doorlist.webhooksender;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.DeliveryProgress;
import io.doorlist.domain.webhook.DeliveryState;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.Json;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.table.Engine;
import io.doorlist.table.Transaction;
import io.doorlist.table.Write;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.RelayingEngine;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestContext;
import io.doorlist.testing.TestTable;
import io.doorlist.webhook.Resolver;
import io.doorlist.webhook.WebhookClient;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/** A table, a queue and the function, on virtual time. */
final class SenderFixture {
  static final String API_URL = "https://api.example.com/v1";

  private static final Context CONTEXT = TestContext.of(40_000);

  final MovableClock time = new MovableClock(Instant.parse("2026-11-21T20:00:00Z"));
  final VirtualQueue queue = new VirtualQueue(time);
  final Stores stores;
  private final WebhookSenderFunction function;
  private volatile int writesUntilKilled = Integer.MAX_VALUE;

  SenderFixture() {
    TestTable table = new TestTable();
    stores = table.stores(time);
    Lane.Post post = new WebhookClient(true, Resolver.SYSTEM, Duration.ofSeconds(15))::post;
    function =
        new WebhookSenderFunction(
            SenderStores.over(table.stores(mortal(table.engine()), time).table()),
            new Lane(new DeliveryQueue(queue, "https://sqs.example/deliveries"), post),
            new Lane(new DeliveryQueue(queue, "https://sqs.example/slow"), post),
            new SecureRandom(),
            time,
            API_URL);
  }

  /** Thrown to kill the function, as when its process is killed. */
  static final class Killed extends Error {
    private static final long serialVersionUID = 1L;
  }

  /**
   * Returns the function's view of the table, in which a later write may kill the function instead.
   */
  private Engine mortal(Engine engine) {
    return new RelayingEngine(engine) {
      @Override
      public Transaction transact(List<? extends Write> writes, String token) {
        if (writesUntilKilled-- == 0) {
          writesUntilKilled = Integer.MAX_VALUE;
          throw new Killed();
        }
        return super.transact(writes, token);
      }
    };
  }

  /** Lets the function make some writes and kills it instead of the next. */
  void killAfter(int writes) {
    writesUntilKilled = writes;
  }

  WebhookSubscription subscribe(String url) {
    WebhookSubscription subscription =
        new WebhookSubscription(
            WebhookSubscription.newId(new SecureRandom()),
            "acme",
            url,
            List.of(),
            List.of(),
            Mode.LIVE,
            WebhookSecret.create(new SecureRandom()),
            null,
            null,
            time.instant(),
            CircuitBreaker.CLOSED);
    stores.webhooks().create(subscription);
    return subscription;
  }

  /** Records a webhook event for these subscriptions and sends its messages, like the recorder. */
  WebhookEvent happen(JsonObject ticket, WebhookSubscription... subscriptions) {
    NewWebhookEvent told =
        new NewWebhookEvent(
            "acme",
            "spring-gala",
            Mode.LIVE,
            UUID.randomUUID().toString(),
            WebhookEventType.TICKET_CHECKED_IN,
            9001,
            ticket,
            1001);
    List<String> wanting = Stream.of(subscriptions).map(WebhookSubscription::id).toList();
    long eventId =
        stores
            .webhookEvents()
            .record(List.of(told), any -> wanting, UnaryOperator.identity())
            .getFirst()
            .id();
    WebhookEvent happened = stores.webhookEvents().find("acme", Mode.LIVE, eventId).orElseThrow();
    for (WebhookSubscription subscription : subscriptions) {
      send(happened, subscription, 1);
    }
    return happened;
  }

  /** Sends the message for an attempt. */
  void send(WebhookEvent webhookEvent, WebhookSubscription subscription, int attempt) {
    Delivery message = new Delivery(id(webhookEvent, subscription), attempt);
    new DeliveryQueue(queue, "").send(List.of(message), Duration.ZERO);
  }

  WebhookEvent happen(WebhookSubscription... subscriptions) {
    return happen(new JsonObject("{\"id\":9001,\"name\":\"Zoë\"}"), subscriptions);
  }

  static DeliveryId id(WebhookEvent webhookEvent, WebhookSubscription subscription) {
    return new DeliveryId("acme", Mode.LIVE, webhookEvent.id(), subscription.id());
  }

  /** Calls the function like Lambda; returns the ids of messages that must come again. */
  List<String> handle(byte[] input) throws IOException {
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    function.handleRequest(new ByteArrayInputStream(input), output, CONTEXT);
    return ((List<?>) Json.readObject(output.toByteArray()).get("batchItemFailures"))
        .stream().map(failure -> (String) ((Map<?, ?>) failure).get("itemIdentifier")).toList();
  }

  /** Lets time pass until there is nothing left to do; returns how long that took. */
  Duration run() {
    Instant start = time.instant();
    queue.drain(this::handle);
    return Duration.between(start, time.instant());
  }

  /** Returns a webhook event as getWebhookEvent shows it. */
  WebhookEvent shown(WebhookEvent webhookEvent) {
    return stores.webhookEvents().find("acme", Mode.LIVE, webhookEvent.id()).orElseThrow();
  }

  DeliveryProgress progress(WebhookEvent webhookEvent, WebhookSubscription subscription) {
    return stores.deliveries().find(id(webhookEvent, subscription)).orElseThrow();
  }

  /** Checks what a webhook event shows of its delivery. */
  static void assertShown(DeliveryState state, int attempts, WebhookEvent shown) {
    assertEquals(state + " after " + attempts, shown.state() + " after " + shown.attempts());
  }
}
