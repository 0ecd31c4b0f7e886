package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Deployment;
import io.doorlist.local.trigger.LocalQueues.Message;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalQueuesTest {
  @Test
  void message_comesAgain_untilItIsGivenUp_andCloseSaysWhatIsLost() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (LocalQueues queues = new LocalQueues()) {
      queues.serve(() -> {});
      for (String body : new String[] {"done", "again", "dead", "later"}) {
        new AwsJson(queues.endpoint(), "AmazonSQS")
            .call(
                "SendMessageBatch",
                Map.of(
                    "QueueUrl",
                    Deployment.queueUrl(queues.endpoint(), "deliveries"),
                    "Entries",
                    List.of(entry(body))))
            .members();
      }
      queues.delivered(queues.take("deliveries", 1).getFirst());
      System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
      List<Message> two = queues.take("deliveries", 10);
      queues.failed(two.getFirst(), Duration.ZERO, 2);
      assertEquals("again", queues.take("deliveries", 10).getFirst().body);
      queues.failed(two.getLast(), Duration.ZERO, 1);
      queues.failed(two.getFirst(), Duration.ofDays(1), 3);
    } finally {
      System.setErr(before);
    }

    assertEquals(
        "deliveries: a message is given up after 1 calls\n"
            + "2 webhooks were not delivered, and are not tried again by themselves: doorlist webhook redeliver",
        said.toString(StandardCharsets.UTF_8).strip());
  }

  private static Map<String, Object> entry(String body) {
    int delay = body.equals("later") ? 900 : 0;
    return Map.of("Id", "1", "MessageBody", body, "DelaySeconds", delay);
  }
}
