package io.doorlist.local.trigger;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.function.Functions;
import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.InvocationLog;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Trigger;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/**
 * Runs the functions that a stream or a queue calls. They are created after the API starts
 * answering: those of the stream at once, those of queues with the first message. Thread-safe.
 */
public final class Triggers implements AutoCloseable {
  /** No gateway waits for these, so only the function's own timeout counts. */
  private static final Duration NO_GATEWAY = Duration.ofDays(1);

  private static final Duration STOP = Duration.ofSeconds(2);
  private static final Duration PAUSE = Duration.ofSeconds(1);

  private final Deployment deployment;
  private final Functions functions;
  private final LocalQueues queues;
  private final StreamedTable table;
  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("trigger").factory());

  /** Prepares triggers; none runs yet. */
  public Triggers(
      Deployment deployment, Functions functions, LocalQueues queues, StreamedTable table) {
    this.deployment = deployment;
    this.functions = functions;
    this.queues = queues;
    this.table = table;
  }

  /** Starts reading the streams now, and the queues once something is in them. */
  public void start() {
    queues.serve(deployment.queues(), this::startQueues);
    for (Trigger.Stream stream : deployment.streams()) {
      start(
          stream.trigger(),
          function -> {
            StreamBatches batches = new StreamBatches(stream, function, this::send);
            new StreamPoller(stream, batches, table).run(tasks);
          });
    }
  }

  private void startQueues() {
    for (Trigger.Queue trigger : deployment.queueTriggers()) {
      start(
          trigger.trigger(),
          function -> {
            QueuePoller poller = new QueuePoller(trigger, function, queues.endpoint());
            for (int i = 1; i < trigger.concurrency(); i++) {
              tasks.submit(() -> poll(poller));
            }
            poll(poller);
          });
    }
  }

  private static Void poll(QueuePoller poller) throws InterruptedException {
    while (true) {
      try {
        poller.poll();
      } catch (IOException e) {
        // The queue is closing, or too busy.
        Thread.sleep(PAUSE);
      }
    }
  }

  /** A reader for a function; it runs until it is interrupted. */
  private interface Reader {
    void read(Function<byte[], Invocation> function) throws InterruptedException;
  }

  private void start(Trigger trigger, Reader reader) {
    tasks.submit(
        () -> {
          try {
            reader.read(invoker(trigger));
          } catch (LocalHostException e) {
            System.err.println(trigger.name() + " does not run: " + e.getMessage());
          }
          return null;
        });
  }

  private Function<byte[], Invocation> invoker(Trigger trigger) {
    LocalFunction function = functions.start(Set.of(trigger.function())).get(trigger.function());
    return input -> {
      String requestId = UUID.randomUUID().toString();
      Invocation invocation = function.invoke(input, requestId, NO_GATEWAY);
      if (tasks.isShutdown()) {
        // Everything that ran was ended with the host.
        return invocation;
      }
      switch (invocation) {
        case Invocation.Failed failed ->
            InvocationLog.failed(requestId, trigger.name(), trigger.function(), failed.cause());
        case Invocation.TimedOut timedOut ->
            InvocationLog.timedOut(requestId, trigger.name(), trigger.function());
        default -> {
          // It returned; its answer is for the poller.
        }
      }
      return invocation;
    };
  }

  private void send(String queue, String message) throws InterruptedException {
    AwsJson sqs = new AwsJson(queues.endpoint(), "AmazonSQS");
    String url = Deployment.queueUrl(queues.endpoint(), queue);
    while (true) {
      try {
        sqs.call("SendMessage", Map.of("QueueUrl", url, "MessageBody", message)).members();
        return;
      } catch (IOException e) {
        Thread.sleep(PAUSE);
      }
    }
  }

  /** Stops reading and gives calls in flight two seconds to end. */
  @Override
  public void close() {
    tasks.shutdownNow();
    if (!ended()) {
      System.err.println("a function called by a stream or queue has not ended");
    }
  }

  private boolean ended() {
    try {
      return tasks.awaitTermination(STOP.toMillis(), TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      return false;
    }
  }
}
