package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Trigger;
import io.doorlist.local.trigger.LocalQueues.Message;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a queue for a function as Lambda does: messages that the function could not process come
 * again later, until they are given up. Thread-safe.
 */
record QueuePoller(
    Trigger.Queue trigger, Function<byte[], Invocation> function, LocalQueues queues) {
  /** Passes on messages until it is interrupted. */
  Void run() throws InterruptedException {
    while (true) {
      Map<String, Message> batch = new LinkedHashMap<>();
      queues
          .take(trigger.queue(), trigger.batchSize())
          .forEach(message -> batch.put(message.id, message));
      byte[] input =
          JsonTree.write(Map.of("Records", batch.values().stream().map(this::record).toList()));
      Set<String> failed =
          BatchResponse.failed(function.apply(input), batch.keySet()).orElse(batch.keySet());
      batch.forEach(
          (id, message) -> {
            if (failed.contains(id)) {
              queues.failed(message, trigger.visibility(), trigger.mostCalls());
            } else {
              queues.delivered(message);
            }
          });
    }
  }

  private Map<String, Object> record(Message message) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("messageId", message.id);
    record.put("receiptHandle", message.id);
    record.put("body", message.body);
    record.put("attributes", Map.of());
    record.put("messageAttributes", Map.of());
    record.put("eventSource", "aws:sqs");
    record.put("eventSourceARN", trigger.source());
    record.put("awsRegion", System.getProperty("aws.region", "eu-west-1"));
    return record;
  }
}
