package io.doorlist.local.trigger;

import io.doorlist.local.failure.LocalHostException;
import io.doorlist.local.function.Functions;
import io.doorlist.local.function.Invocation;
import io.doorlist.local.function.LocalFunction;
import io.doorlist.local.table.HostTable;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Trigger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import java.util.function.Function;

/**
 * Runs the functions that a stream or a queue calls. They are created after the API starts to
 * answer. Functions for changes are created at once, and functions for queues when the first
 * message arrives. Thread-safe.
 */
public final class Triggers implements AutoCloseable {
  /** No gateway waits for a trigger's call, so only the function's own timeout counts. */
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

  /** Starts reading the table's changes and the queues. */
  public void start(HostTable table) {
    queues.serve();
    switch (table) {
      case HostTable.Here here -> start("the changes of the table", () -> read(here));
      case HostTable.Elsewhere other ->
          deployment.streams().forEach(stream -> start(stream.name(), () -> read(stream, other)));
    }
    for (Trigger.Queue trigger : deployment.queueTriggers()) {
      QueuePoller poller = new QueuePoller(trigger, () -> invoker(trigger), queues.kept());
      for (int i = 0; i < trigger.concurrency(); i++) {
        start(trigger.name(), poller::run);
      }
    }
  }

  private void read(HostTable.Here table) throws InterruptedException {
    List<StreamBatches> all = new ArrayList<>();
    deployment.streams().forEach(stream -> all.add(batches(stream, table.engine()::isWritable)));
    new ChangeReader(table.engine().changes(), all).run();
  }

  private void read(Trigger.Stream stream, HostTable.Elsewhere table) throws InterruptedException {
    new StreamPoller(batches(stream, () -> true), table.dynamodb(), table.name()).run();
  }

  private StreamBatches batches(Trigger.Stream stream, BooleanSupplier ready) {
    return new StreamBatches(stream, invoker(stream), ready);
  }

  private interface Reader {
    void read() throws InterruptedException;
  }

  private void start(String name, Reader reader) {
    tasks.submit(
        () -> {
          try {
            reader.read();
          } catch (LocalHostException e) {
            System.err.println(name + " does not run: " + e.getMessage());
          }
          return null;
        });
  }

  private Function<byte[], Invocation> invoker(Trigger trigger) {
    LocalFunction function = functions.start(Set.of(trigger.function())).get(trigger.function());
    return input -> {
      String requestId = UUID.randomUUID().toString();
      Invocation invocation = function.invoke(input, requestId, NO_GATEWAY);
      // A call that was cut off by the end of the host does not count as failed.
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
