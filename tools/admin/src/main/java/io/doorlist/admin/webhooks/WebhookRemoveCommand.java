package io.doorlist.admin.webhooks;

import io.doorlist.admin.connection.TableOptions;
import io.doorlist.admin.console.Console;
import io.doorlist.domain.WebhookSubscription;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** Ends a subscription. */
@Command(
    name = "remove",
    description = {
      "Remove a webhook.",
      "Pending deliveries to it are given up and count as failed."
    })
public final class WebhookRemoveCommand implements Callable<Integer> {
  @Parameters(paramLabel = "ID", description = "Its id, wh_...")
  private String id;

  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--json", description = "Print what was removed as JSON.")
  private boolean json;

  @Mixin private TableOptions target;

  private final Console console;

  public WebhookRemoveCommand(Console console) {
    this.console = console;
  }

  @Override
  public Integer call() {
    WebhookSubscription removed;
    try (TableOptions.Connection connection = target.connect(Clock.systemUTC())) {
      removed = new Webhooks(connection.stores()).get(account, id);
      connection.stores().webhooks().remove(account, removed.mode(), removed.id());
    }
    if (json) {
      console.json(Webhooks.members(removed));
    } else {
      console.result("removed " + removed.id() + " " + removed.url());
    }
    return 0;
  }
}
