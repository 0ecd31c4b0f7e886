package io.doorlist.cli.webhooks;

import io.doorlist.cli.connection.AccountCommand;
import io.doorlist.cli.console.Console;
import picocli.CommandLine.Parameters;

/** A command that works on one subscription. */
abstract class OneWebhookCommand extends AccountCommand {
  @Parameters(paramLabel = "ID", description = "Its id, wh_...")
  String id;

  OneWebhookCommand(Console console) {
    super(console);
  }
}
