package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.console.Console;
import picocli.CommandLine.Command;

/** Shows the subscriptions of an account, without their secrets. */
@Command(name = "list", description = "List the webhooks of an account.")
public final class WebhookListCommand extends AccountCommand {
  public WebhookListCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    report(
        connected(stores -> new Webhooks(stores).list(account)),
        Webhooks::members,
        Webhooks::lines,
        "account '" + account + "' has no webhooks");
    return 0;
  }
}
