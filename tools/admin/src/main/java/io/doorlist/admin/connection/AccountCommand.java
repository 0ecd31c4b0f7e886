package io.doorlist.admin.connection;

import io.doorlist.admin.console.Console;
import java.time.Clock;
import picocli.CommandLine.Option;

/** A command that works on what one account has in a table, and reports its result. */
public abstract class AccountCommand extends TableCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  protected String account;

  @Option(names = "--json", description = "Print the result as JSON.")
  protected boolean json;

  protected final Clock clock = Clock.systemUTC();

  protected AccountCommand(Console console) {
    super(console);
  }
}
