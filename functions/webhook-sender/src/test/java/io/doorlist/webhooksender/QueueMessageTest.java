package io.doorlist.webhooksender;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.amazonaws.services.lambda.runtime.events.SQSEvent;
import com.amazonaws.services.lambda.runtime.serialization.events.LambdaEventSerializers;
import io.doorlist.testing.FunctionInvoker;
import io.doorlist.webhooksender.WebhookSenderFunction.QueueMessage;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

class QueueMessageTest {
  @Test
  void read_takesWhatLambdasTypeHas() throws Exception {
    Path file = FunctionInvoker.ROOT.resolve("events/deliver-webhook-event.json");
    SQSEvent expected;
    try (InputStream input = Files.newInputStream(file)) {
      expected =
          LambdaEventSerializers.serializerFor(SQSEvent.class, getClass().getClassLoader())
              .fromJson(input);
    }

    List<QueueMessage> messages = QueueMessage.read(Files.newInputStream(file));

    assertEquals(
        expected.getRecords().stream()
            .map(each -> new QueueMessage(each.getMessageId(), each.getBody()))
            .toList(),
        messages);
    assertEquals(1, messages.size());
  }
}
