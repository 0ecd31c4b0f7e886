package io.doorlist.cli.webhooks;

import io.doorlist.cli.console.Console;
import io.doorlist.domain.webhook.WebhookSubscription;
import picocli.CommandLine.Command;

/** Removes a subscription. */
@Command(
    name = "remove",
    description = {
      "Remove a webhook.",
      "Pending deliveries to it are given up and count as failed."
    })
public final class WebhookRemoveCommand extends OneWebhookCommand {
  public WebhookRemoveCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    WebhookSubscription removed = connected(stores -> new Webhooks(stores).remove(account, id));
    if (json) {
      console.json(Webhooks.members(removed));
    } else {
      console.result("removed " + removed.id() + " " + removed.url());
    }
    return 0;
  }
}
