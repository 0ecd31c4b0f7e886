package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Trigger;
import io.doorlist.table.TableException;
import io.doorlist.table.sqlite.Queues;
import io.doorlist.table.sqlite.Queues.Message;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import java.util.function.Supplier;

/**
 * Reads a queue for a function as Lambda does. Messages that the function could not process come
 * again later, until they are given up. Thread-safe.
 *
 * @param starter creates the function when the first message arrives
 */
record QueuePoller(
    Trigger.Queue trigger, Supplier<Function<byte[], Invocation>> starter, Queues queues) {
  /** Passes on messages until it is interrupted. */
  void run() throws InterruptedException {
    Function<byte[], Invocation> function = null;
    while (true) {
      Map<String, Message> batch = new LinkedHashMap<>();
      queues
          .take(trigger.queue(), trigger.batchSize())
          .forEach(message -> batch.put(Long.toString(message.id()), message));
      function = function == null ? starter.get() : function;
      byte[] input =
          JsonTree.write(Map.of("Records", batch.values().stream().map(this::record).toList()));
      Set<String> failed =
          BatchResponse.failed(function.apply(input), batch.keySet()).orElse(batch.keySet());
      if (Thread.interrupted()) {
        // A call that was cut off by the end of the host does not count as failed. Its messages
        // come again after the next start.
        throw new InterruptedException();
      }
      settle(batch, failed);
    }
  }

  private void settle(Map<String, Message> batch, Set<String> failed) throws InterruptedException {
    List<Message> done = new ArrayList<>();
    batch.forEach(
        (id, message) -> {
          if (!failed.contains(id)) {
            done.add(message);
          } else if (message.failures() + 1 < trigger.mostCalls()) {
            retry(message);
          } else {
            System.err.printf(
                Locale.ROOT,
                "%s: a message is given up after %d calls%n",
                message.queue(),
                trigger.mostCalls());
            done.add(message);
          }
        });
    if (!done.isEmpty()) {
      Persistence.until(
          () -> {
            queues.done(done);
            return null;
          });
    }
  }

  private void retry(Message message) {
    try {
      queues.failed(message, trigger.visibility());
    } catch (TableException e) {
      // The message comes again all the same, and after a restart at once.
    }
  }

  private Map<String, Object> record(Message message) {
    Map<String, Object> record = new LinkedHashMap<>();
    String id = Long.toString(message.id());
    record.put("messageId", id);
    record.put("receiptHandle", id);
    record.put("body", message.body());
    record.put("attributes", Map.of());
    record.put("messageAttributes", Map.of());
    record.put("eventSource", "aws:sqs");
    record.put("eventSourceARN", trigger.source());
    record.put("awsRegion", System.getProperty("aws.region", "eu-west-1"));
    return record;
  }
}
