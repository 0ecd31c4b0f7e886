package io.doorlist.local.trigger;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.function.Functions;
import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Trigger;
import java.net.URI;
import java.time.Duration;
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

  private final Deployment deployment;
  private final Functions functions;
  private final LocalQueues queues;
  private final ExecutorService tasks =
      Executors.newThreadPerTaskExecutor(Thread.ofVirtual().name("trigger").factory());

  public Triggers(Deployment deployment, Functions functions, LocalQueues queues) {
    this.deployment = deployment;
    this.functions = functions;
    this.queues = queues;
  }

  /** Starts reading the streams now, and the queues once something is in them. */
  public void start(URI dynamodb, String table) {
    queues.serve(this::startQueues);
    for (Trigger.Stream stream : deployment.streams()) {
      start(
          stream,
          function -> new StreamPoller(new StreamBatches(stream, function), dynamodb, table).run());
    }
  }

  private void startQueues() {
    for (Trigger.Queue trigger : deployment.queueTriggers()) {
      start(
          trigger,
          function -> {
            QueuePoller poller = new QueuePoller(trigger, function, queues);
            for (int i = 1; i < trigger.concurrency(); i++) {
              tasks.submit(poller::run);
            }
            poller.run();
          });
    }
  }

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
      // What ended with the host has not failed.
      if (invocation instanceof Invocation.Failed failed && !tasks.isShutdown()) {
        failed.say(requestId, trigger.name(), trigger.function());
      }
      return invocation;
    };
  }

  /** Stops reading and gives calls in flight two seconds to end. */
  @Override
  public void close() {
    tasks.shutdownNow();
    try {
      if (!tasks.awaitTermination(STOP.toMillis(), TimeUnit.MILLISECONDS)) {
        System.err.println("a function called by a stream or queue has not ended");
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
