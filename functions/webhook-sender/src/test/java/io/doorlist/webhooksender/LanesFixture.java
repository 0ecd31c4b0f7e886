package io.doorlist.webhooksender;

import com.amazonaws.services.lambda.runtime.Context;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.webhook.CircuitBreaker;
import io.doorlist.domain.webhook.DeliveryId;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.RecordedWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.domain.webhook.WebhookSecret;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.Json;
import io.doorlist.queue.Delivery;
import io.doorlist.queue.DeliveryQueue;
import io.doorlist.testing.MovableClock;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TestContext;
import io.doorlist.testing.TestTable;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.DeliveryOutcome.Answered;
import io.doorlist.webhook.DeliveryOutcome.Fault;
import io.doorlist.webhook.DeliveryOutcome.Unanswered;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;

/**
 * The function, its two queues and how Lambda reads them, on virtual time. A batch ends with its
 * slowest message. Lambda begins with a few batches at a time and adds more each second, up to the
 * number in template.yaml. The table is real. Of a receiver, only the time that it takes to answer
 * is simulated. One call runs at a time, until it posts or ends, so every run of a seed is the
 * same.
 */
final class LanesFixture {
  static final String QUICK = "quick";
  static final String SLOW = "slow";

  private static final String API_URL = "https://api.example.com/v1";
  private static final Context CONTEXT = TestContext.silent(40_000);
  private static final int BATCH = 10;
  private static final int FIRST_INSTANCES = 5;
  private static final int MORE_INSTANCES_A_SECOND = 5;

  final Instant start = Instant.parse("2026-11-21T20:00:00Z");
  final MovableClock time = new MovableClock(start);
  final Stores stores = new TestTable().stores(time);
  final List<Attempt> attempts = new ArrayList<>();
  final List<DeliveryId> deliveries = new ArrayList<>();

  private final Random random = new Random(12);
  private final Map<String, Receiver> receivers = new HashMap<>();
  private final Map<Long, Instant> happened = new HashMap<>();
  private final PriorityQueue<Happening> happenings =
      new PriorityQueue<>(Comparator.comparing(Happening::at).thenComparing(Happening::number));
  private final Map<String, Queue> queues =
      Map.of(QUICK, new Queue(QUICK, 20), SLOW, new Queue(SLOW, 10));
  private final WebhookSenderFunction function;

  /** Passed back by a call that waits or ends. */
  private final Semaphore baton = new Semaphore(0);

  private Call current;
  private long numbers;

  LanesFixture() {
    SqsClient sqs = new Sqs();
    function =
        new WebhookSenderFunction(
            SenderStores.over(stores.table()),
            new Lane(
                new DeliveryQueue(sqs, QUICK), post(QUICK, WebhookSenderFunction.QUICK_TIMEOUT)),
            new Lane(new DeliveryQueue(sqs, SLOW), post(SLOW, WebhookSenderFunction.TIMEOUT)),
            random,
            time,
            API_URL);
  }

  /**
   * A receiver that was subscribed.
   *
   * @param takes how long it takes to answer a request that comes at a time
   */
  record Receiver(WebhookSubscription subscription, Function<Instant, Duration> takes) {}

  /** An attempt, from when to when, and how long after what it tells. */
  record Attempt(
      Receiver receiver, String lane, String id, Instant begin, Instant end, boolean success) {}

  private record Happening(Instant at, long number, Runnable action) {}

  /** A queue with messages that can be received, and how many batches are read at the moment. */
  private static final class Queue {
    private final String lane;
    private final int instances;
    private final Deque<String> visible = new ArrayDeque<>();
    private int busy;

    Queue(String lane, int instances) {
      this.lane = lane;
      this.instances = instances;
    }
  }

  /** The handling of a message, on a thread of its own that runs when it has the baton. */
  private static final class Call {
    private final Semaphore go = new Semaphore(0);
  }

  private final class Sqs implements SqsClient {
    @Override
    public SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
      for (SendMessageBatchRequestEntry entry : request.entries()) {
        Instant due = time.instant().plusSeconds(entry.delaySeconds());
        send(queues.get(request.queueUrl()), entry.messageBody(), due);
      }
      return SendMessageBatchResponse.builder().build();
    }

    @Override
    public String serviceName() {
      return SERVICE_NAME;
    }

    @Override
    public void close() {}
  }

  Receiver subscribe(String account, Function<Instant, Duration> takes) {
    WebhookSubscription subscription =
        new WebhookSubscription(
            WebhookSubscription.newId(random),
            account,
            "https://hooks.example.com/" + receivers.size(),
            List.of(),
            List.of(),
            Mode.LIVE,
            WebhookSecret.create(random),
            null,
            null,
            start,
            CircuitBreaker.CLOSED);
    stores.webhooks().create(subscription);
    Receiver receiver = new Receiver(subscription, takes);
    receivers.put(subscription.url(), receiver);
    return receiver;
  }

  /** Lets a change happen later, told to every receiver of the account. */
  void happensAt(Instant at, String account) {
    at(at, () -> happen(account));
  }

  private void happen(String account) {
    List<String> wanting =
        receivers.values().stream()
            .map(Receiver::subscription)
            .filter(each -> each.account().equals(account))
            .map(WebhookSubscription::id)
            .toList();
    NewWebhookEvent told =
        new NewWebhookEvent(
            account,
            "spring-gala",
            Mode.LIVE,
            "change-" + numbers++,
            WebhookEventType.TICKET_CHECKED_IN,
            9001,
            new JsonObject("{\"id\":9001}"),
            1001);
    RecordedWebhookEvent recorded =
        stores
            .webhookEvents()
            .record(List.of(told), any -> wanting, UnaryOperator.identity())
            .getFirst();
    for (String webhook : wanting) {
      DeliveryId id = new DeliveryId(account, Mode.LIVE, recorded.id(), webhook);
      deliveries.add(id);
      send(queues.get(QUICK), new Delivery(id, 1).text(), time.instant());
    }
    happened.put(recorded.id(), time.instant());
  }

  /** Lets everything happen up to a time. */
  void runTo(Instant end) {
    while (!happenings.isEmpty() && !happenings.peek().at().isAfter(end)) {
      Happening next = happenings.poll();
      time.moveTo(next.at());
      next.action().run();
    }
    time.moveTo(end);
  }

  /** Returns how long after a change a message about it was taken. */
  Duration lag(Attempt attempt) {
    long id = Long.parseLong(attempt.id().split("_")[1]);
    return Duration.between(happened.get(id), attempt.end());
  }

  private void at(Instant at, Runnable action) {
    happenings.add(new Happening(at, numbers++, action));
  }

  private void send(Queue queue, String message, Instant due) {
    at(
        due,
        () -> {
          queue.visible.add(message);
          read(queue);
        });
  }

  private void read(Queue queue) {
    long seconds = Duration.between(start, time.instant()).toSeconds();
    long instances = Math.min(queue.instances, FIRST_INSTANCES + MORE_INSTANCES_A_SECOND * seconds);
    while (queue.busy < instances && !queue.visible.isEmpty()) {
      queue.busy++;
      List<String> batch = new ArrayList<>();
      while (batch.size() < BATCH && !queue.visible.isEmpty()) {
        batch.add(queue.visible.poll());
      }
      int[] left = {batch.size()};
      for (String message : batch) {
        start(
            message,
            () -> {
              if (--left[0] == 0) {
                queue.busy--;
                // On its turn, as other messages of this moment come first.
                at(time.instant(), () -> read(queue));
              }
            });
      }
    }
  }

  private void start(String message, Runnable ended) {
    Call call = new Call();
    Thread.ofVirtual()
        .start(
            () -> {
              call.go.acquireUninterruptibly();
              try {
                handle(message);
              } catch (Exception | Error e) {
                happenings.clear();
                at(
                    time.instant(),
                    () -> {
                      throw new AssertionError(e);
                    });
              }
              at(time.instant(), ended);
              baton.release();
            });
    resume(call);
  }

  /** Lets a call run until it waits or ends. */
  private void resume(Call call) {
    current = call;
    call.go.release();
    baton.acquireUninterruptibly();
  }

  private void handle(String message) throws IOException {
    Map<String, Object> record = Map.of("messageId", "1", "body", message);
    String input = Json.writeValue(Map.of("Records", List.of(record)));
    ByteArrayOutputStream output = new ByteArrayOutputStream();
    function.handleRequest(
        new ByteArrayInputStream(input.getBytes(StandardCharsets.UTF_8)), output, CONTEXT);
    String failures = output.toString(StandardCharsets.UTF_8);
    if (!failures.equals("{\"batchItemFailures\":[]}")) {
      throw new AssertionError(failures);
    }
  }

  private Lane.Post post(String lane, Duration limit) {
    return (url, headers, body) -> {
      Receiver receiver = receivers.get(url);
      Call call = current;
      Instant begin = time.instant();
      Duration takes = receiver.takes().apply(begin);
      boolean answered = takes.compareTo(limit) < 0;
      at(begin.plus(answered ? takes : limit), () -> resume(call));
      baton.release();
      call.go.acquireUninterruptibly();
      attempts.add(
          new Attempt(receiver, lane, headers.get("webhook-id"), begin, time.instant(), answered));
      DeliveryOutcome outcome =
          answered ? new Answered(204, null) : new Unanswered(Fault.TIMED_OUT);
      return outcome;
    };
  }
}
