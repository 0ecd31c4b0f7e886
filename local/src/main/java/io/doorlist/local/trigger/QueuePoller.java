package io.doorlist.local.trigger;

import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.json.JsonTree;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Trigger;
import java.io.IOException;
import java.net.URI;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;

/**
 * Reads a queue for a function as Lambda does: messages are deleted when the function has processed
 * them; the others become visible again, until the queue's redrive policy moves them away.
 * Thread-safe.
 */
final class QueuePoller {
  private static final int LONG_POLL_SECONDS = 20;
  private static final int MAX_MESSAGES = 10;

  private final Trigger.Queue trigger;
  private final Function<byte[], Invocation> function;
  private final AwsJson sqs;
  private final String url;

  QueuePoller(Trigger.Queue trigger, Function<byte[], Invocation> function, URI endpoint) {
    this.trigger = trigger;
    this.function = function;
    this.sqs = new AwsJson(endpoint, "AmazonSQS");
    this.url = Deployment.queueUrl(endpoint, trigger.queue());
  }

  /** Waits for messages and passes them on. */
  void poll() throws IOException {
    Map<String, Object> input = new HashMap<>();
    input.put("QueueUrl", url);
    input.put("MaxNumberOfMessages", Math.min(trigger.batchSize(), MAX_MESSAGES));
    input.put("WaitTimeSeconds", LONG_POLL_SECONDS);
    input.put("AttributeNames", List.of("All"));
    Map<String, Object> records = new LinkedHashMap<>();
    Object messages = sqs.call("ReceiveMessage", input).members().get("Messages");
    for (Object message : messages instanceof List<?> list ? list : List.of()) {
      Map<?, ?> members = (Map<?, ?>) message;
      records.put((String) members.get("MessageId"), record(members));
    }
    if (records.isEmpty()) {
      return;
    }
    Invocation invocation = function.apply(JsonTree.write(Map.of("Records", records.values())));
    Set<String> failed =
        BatchResponse.failed(invocation, records.keySet()).orElse(records.keySet());
    for (Map.Entry<String, Object> record : records.entrySet()) {
      if (!failed.contains(record.getKey())) {
        Object handle = ((Map<?, ?>) record.getValue()).get("receiptHandle");
        sqs.call("DeleteMessage", Map.of("QueueUrl", url, "ReceiptHandle", handle)).members();
      }
    }
  }

  private Map<String, Object> record(Map<?, ?> message) {
    Map<String, Object> record = new LinkedHashMap<>();
    record.put("messageId", message.get("MessageId"));
    record.put("receiptHandle", message.get("ReceiptHandle"));
    record.put("body", message.get("Body"));
    record.put("attributes", message.get("Attributes"));
    record.put("messageAttributes", Map.of());
    record.put("md5OfBody", message.get("MD5OfBody"));
    record.put("eventSource", "aws:sqs");
    record.put("eventSourceARN", trigger.source());
    record.put("awsRegion", System.getProperty("aws.region", "eu-west-1"));
    return record;
  }
}
