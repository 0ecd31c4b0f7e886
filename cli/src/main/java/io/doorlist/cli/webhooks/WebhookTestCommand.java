package io.doorlist.cli.webhooks;

import io.doorlist.cli.console.Console;
import io.doorlist.domain.webhook.WebhookSubscription;
import io.doorlist.json.WebhookEventJson;
import io.doorlist.webhook.DeliveryOutcome;
import io.doorlist.webhook.Message;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import picocli.CommandLine.Command;

/** Sends a test message from this machine and shows the outcome. */
@Command(
    name = "test",
    description = {
      "Send a signed test message from this machine to a webhook, and show the result.",
      "It is of type webhook.test and is not among the account's webhook events."
    })
public final class WebhookTestCommand extends OneWebhookCommand {
  public WebhookTestCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    WebhookSubscription subscription = connected(stores -> new Webhooks(stores).get(account, id));
    Instant start = clock.instant();
    Message message =
        new Message(
            "msg_test_" + UUID.randomUUID(),
            WebhookEventJson.testMessage(account, subscription.mode(), start));

    DeliveryOutcome outcome =
        Webhooks.client(!target.onAws())
            .post(
                subscription.url(),
                message.headers(start, subscription.secrets(start)),
                message.payload());

    show(message, outcome, Duration.between(start, clock.instant()));
    return outcome.success() ? 0 : 1;
  }

  private void show(Message message, DeliveryOutcome outcome, Duration time) {
    if (json) {
      Map<String, Object> members = new LinkedHashMap<>();
      members.put("webhook_id", message.id());
      members.put("success", outcome.success());
      members.put("answer", outcome.word());
      members.put("milliseconds", time.toMillis());
      console.json(members);
    } else {
      console.result(
          "%s: %s after %d ms (%s)"
              .formatted(
                  outcome.success() ? "delivered" : "failed",
                  outcome.word(),
                  time.toMillis(),
                  message.id()));
    }
  }
}
