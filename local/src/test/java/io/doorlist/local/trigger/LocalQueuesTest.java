package io.doorlist.local.trigger;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.local.json.AwsJson;
import io.doorlist.local.template.Deployment;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;

class LocalQueuesTest {
  @Test
  void close_saysWhatIsLost() throws Exception {
    PrintStream before = System.err;
    ByteArrayOutputStream said = new ByteArrayOutputStream();
    try (LocalQueues queues = new LocalQueues()) {
      Map<String, Map<String, Object>> all = new LinkedHashMap<>();
      all.put("dead", Map.of());
      String dead = "arn:aws:sqs:eu-west-1:" + Deployment.ACCOUNT_ID + ":dead";
      String policy = "{\"deadLetterTargetArn\":\"" + dead + "\",\"maxReceiveCount\":3}";
      all.put("deliveries", Map.of("RedrivePolicy", policy));
      queues.serve(all, () -> {});
      for (String queue : new String[] {"deliveries", "deliveries", "dead"}) {
        new AwsJson(queues.endpoint(), "AmazonSQS")
            .call(
                "SendMessage",
                Map.of(
                    "QueueUrl", Deployment.queueUrl(queues.endpoint(), queue), "MessageBody", "a"))
            .members();
      }
      System.setErr(new PrintStream(said, true, StandardCharsets.UTF_8));
    } finally {
      System.setErr(before);
    }

    assertEquals(
        "2 webhooks were not delivered, and are not tried again by themselves: doorlist webhook redeliver",
        said.toString(StandardCharsets.UTF_8).strip());
  }
}
