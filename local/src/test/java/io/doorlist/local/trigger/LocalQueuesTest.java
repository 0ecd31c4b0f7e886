package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.Said;
import io.doorlist.local.function.Invocation;
import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.template.Trigger;
import io.doorlist.table.sqlite.Queues.Message;
import io.doorlist.table.sqlite.SqliteEngine;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.function.Function;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class LocalQueuesTest {
  private static final String QUEUE = "deliveries";

  @TempDir private Path directory;
  private SqliteEngine table;
  private LocalQueues queues;

  @BeforeEach
  void open() throws Exception {
    table = SqliteEngine.temporary(directory, change -> false, line -> {});
    queues = new LocalQueues(table.queues());
    queues.serve();
  }

  @AfterEach
  void close() {
    queues.close();
    table.close();
  }

  private AwsJson.Answer send(Map<?, ?>... entries) throws Exception {
    return send(queues.endpoint(), entries);
  }

  private AwsJson.Answer send(URI endpoint, Map<?, ?>... entries) throws Exception {
    return new AwsJson(endpoint, "AmazonSQS")
        .call(
            "SendMessageBatch",
            Map.of("QueueUrl", Deployment.queueUrl(endpoint, QUEUE), "Entries", List.of(entries)));
  }

  private static Map<String, Object> entry(String id, String body, int delay) {
    return Map.of("Id", id, "MessageBody", body, "DelaySeconds", delay);
  }

  @Test
  void messages_areKept_whenTheyAreAnswered_andWaitForTheirTime() throws Exception {
    Map<?, ?> answer = send(entry("1", "later", 900), entry("2", "hello", 0)).members();

    List<?> successful = (List<?>) answer.get("Successful");
    assertEquals("1", ((Map<?, ?>) successful.getFirst()).get("Id"));
    assertEquals(
        "5d41402abc4b2a76b9719d911017c592",
        ((Map<?, ?>) successful.getLast()).get("MD5OfMessageBody"));
    assertEquals(List.of(), answer.get("Failed"));
    List<Message> due = table.queues().take(QUEUE, 10);
    assertEquals(List.of("hello"), due.stream().map(Message::body).toList());
  }

  /** Every account of the machine reaches the port. */
  @Test
  void whoeverKnowsOnlyThePort_sendsNothing() throws Exception {
    URI port = URI.create("http://" + queues.endpoint().getAuthority());

    assertEquals(403, send(port, entry("1", "hello", 0)).status());

    send(entry("2", "known", 0)).members();
    List<Message> due = table.queues().take(QUEUE, 10);
    assertEquals(List.of("known"), due.stream().map(Message::body).toList());
  }

  /** Whoever sends tries again: nothing is kept that was not written. */
  @Test
  void sender_isToldSo_whenNothingCanBeWritten() throws Exception {
    table.close();

    assertEquals(503, send(entry("1", "hello", 0)).status());
  }

  @Test
  void message_comesAgain_untilItIsGivenUp() throws Exception {
    BlockingQueue<String> calls = new LinkedBlockingQueue<>();
    Function<byte[], Invocation> function =
        input -> {
          String text = new String(input, StandardCharsets.UTF_8);
          boolean good = text.contains("\"body\":\"good\"");
          calls.add(good ? "good" : "bad");
          return good
              ? new Invocation.Returned(new byte[0])
              : Invocation.Failed.malformed("as it is bad");
        };
    Trigger.Queue trigger =
        new Trigger.Queue("F.Messages", "F", "arn:queue", 1, QUEUE, 1, Duration.ZERO, 2);
    List<String> order = new ArrayList<>();
    try (Said said = new Said()) {
      QueuePoller poller = new QueuePoller(trigger, () -> function, queues.kept());
      Thread polling = Thread.ofVirtual().start(() -> run(poller));
      send(entry("1", "bad", 0), entry("2", "good", 0)).members();
      for (int i = 0; i < 3; i++) {
        order.add(calls.take());
      }
      // The next one comes after what became of the last was written.
      send(entry("3", "good", 0)).members();
      order.add(calls.take());
      polling.interrupt();
      polling.join();
      assertEquals("deliveries: a message is given up after 2 calls", said.text());
    }
    assertEquals(2, order.stream().filter("bad"::equals).count(), order::toString);
  }

  private static void run(QueuePoller poller) {
    try {
      poller.run();
    } catch (InterruptedException e) {
      // It has ended.
    }
  }
}
