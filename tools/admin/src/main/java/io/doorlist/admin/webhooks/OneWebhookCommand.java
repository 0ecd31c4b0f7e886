package io.doorlist.admin.webhooks;

import io.doorlist.admin.connection.AccountCommand;
import io.doorlist.admin.console.Console;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** A command that works on one subscription. */
abstract class OneWebhookCommand extends AccountCommand {
  @Parameters(paramLabel = "ID", description = "Its id, wh_...")
  String id;

  @Option(names = "--json", description = "Print the result as JSON.")
  boolean json;

  OneWebhookCommand(Console console) {
    super(console);
  }
}
