package io.doorlist.admin.webhooks;

import io.doorlist.admin.connection.AccountCommand;
import io.doorlist.admin.connection.TableOptions;
import io.doorlist.admin.console.Console;
import io.doorlist.domain.WebhookSubscription;
import java.util.List;
import picocli.CommandLine.Command;

/** Shows the subscriptions of an account, without their secrets. */
@Command(name = "list", description = "List the webhooks of an account.")
public final class WebhookListCommand extends AccountCommand {
  public WebhookListCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    List<WebhookSubscription> subscriptions;
    try (TableOptions.Connection connection = target.connect(clock)) {
      subscriptions = new Webhooks(connection.stores()).list(account);
    }
    if (json) {
      console.json(subscriptions.stream().map(Webhooks::members).toList());
    } else if (subscriptions.isEmpty()) {
      console.message("account '" + account + "' has no webhooks");
    } else {
      Webhooks.lines(subscriptions).forEach(console::result);
    }
    return 0;
  }
}
