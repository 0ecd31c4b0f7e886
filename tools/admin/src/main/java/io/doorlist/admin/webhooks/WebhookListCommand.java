package io.doorlist.admin.webhooks;

import io.doorlist.admin.connection.TableOptions;
import io.doorlist.admin.console.Console;
import io.doorlist.domain.WebhookSubscription;
import java.time.Clock;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Shows the subscriptions of an account, without their secrets. */
@Command(name = "list", description = "List the webhooks of an account.")
public final class WebhookListCommand implements Callable<Integer> {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--json", description = "Print the webhooks as a JSON array.")
  private boolean json;

  @Mixin private TableOptions target;

  private final Console console;

  public WebhookListCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    List<WebhookSubscription> subscriptions;
    try (TableOptions.Connection connection = target.connect(Clock.systemUTC())) {
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
