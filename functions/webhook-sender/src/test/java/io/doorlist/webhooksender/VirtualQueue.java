package io.doorlist.webhooksender;

import io.doorlist.json.Json;
import io.doorlist.testing.MovableClock;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import software.amazon.awssdk.services.sqs.SqsClient;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequest;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchRequestEntry;
import software.amazon.awssdk.services.sqs.model.SendMessageBatchResponse;
import software.amazon.awssdk.services.sqs.model.SqsException;

/**
 * An SQS queue on virtual time, with the delays, the visibility timeout and the redrive policy of
 * template.yaml. It refuses a delay that SQS would refuse.
 */
final class VirtualQueue implements SqsClient {
  private static final Duration VISIBILITY_TIMEOUT = Duration.ofSeconds(240);
  private static final int MAX_RECEIVES = 5;

  private final MovableClock time;
  private final List<Message> messages = new ArrayList<>();
  private final AtomicInteger numbers = new AtomicInteger();
  private int sent;
  private int dead;

  VirtualQueue(MovableClock time) {
    this.time = time;
  }

  /** A message, and when it can be received (again). */
  private static final class Message {
    private final String id;
    private final String body;
    private Instant visibleAt;
    private int receives;

    Message(String id, String body, Instant visibleAt) {
      this.id = id;
      this.body = body;
      this.visibleAt = visibleAt;
    }
  }

  /** A Lambda function with an input from the queue. */
  interface Handler {
    /** Returns the ids of the messages that failed. */
    List<String> handle(byte[] input) throws Exception;
  }

  @Override
  public synchronized SendMessageBatchResponse sendMessageBatch(SendMessageBatchRequest request) {
    for (SendMessageBatchRequestEntry entry : request.entries()) {
      if (entry.delaySeconds() < 0 || entry.delaySeconds() > 900) {
        throw SqsException.builder().statusCode(400).message("InvalidParameterValue").build();
      }
      Instant visibleAt = time.instant().plusSeconds(entry.delaySeconds());
      messages.add(
          new Message("message-" + numbers.incrementAndGet(), entry.messageBody(), visibleAt));
      sent++;
    }
    return SendMessageBatchResponse.builder().build();
  }

  /** Duplicates a message, as SQS may. */
  synchronized void duplicate() {
    Message first = messages.getFirst();
    messages.add(new Message(first.id, first.body, first.visibleAt));
  }

  /** Moves the time to the next message and handles it; returns false if there is none. */
  boolean step(Handler handler) {
    Optional<Message> next = receive();
    if (next.isEmpty()) {
      return false;
    }
    List<String> failed;
    try {
      failed = handler.handle(input(next.get()));
    } catch (Exception | Error e) {
      failed = List.of(next.get().id); // The function died: the message comes again.
    }
    synchronized (this) {
      if (failed.isEmpty()) {
        messages.remove(next.get());
      } else if (next.get().receives == MAX_RECEIVES) {
        messages.remove(next.get());
        dead++;
      }
    }
    return true;
  }

  /** Handles everything until nothing is left. */
  void drain(Handler handler) {
    while (step(handler)) {
      if (sent > 100_000) {
        throw new AssertionError("the queue does not come to rest");
      }
    }
  }

  synchronized int sent() {
    return sent;
  }

  synchronized int size() {
    return messages.size();
  }

  synchronized int dead() {
    return dead;
  }

  private synchronized Optional<Message> receive() {
    Optional<Message> next = messages.stream().min(Comparator.comparing(each -> each.visibleAt));
    next.ifPresent(
        message -> {
          time.moveTo(message.visibleAt);
          message.visibleAt = time.instant().plus(VISIBILITY_TIMEOUT);
          message.receives++;
        });
    return next;
  }

  /** Returns the input as Lambda writes it. */
  private static byte[] input(Message message) {
    Map<String, Object> members =
        Map.of(
            "messageId",
            message.id,
            "receiptHandle",
            "handle",
            "body",
            message.body,
            "attributes",
            Map.of("ApproximateReceiveCount", Integer.toString(message.receives)),
            "eventSource",
            "aws:sqs");
    return Json.writeValue(Map.of("Records", List.of(members))).getBytes(StandardCharsets.UTF_8);
  }

  @Override
  public String serviceName() {
    return SERVICE_NAME;
  }

  @Override
  public void close() {
    messages.clear();
  }
}
