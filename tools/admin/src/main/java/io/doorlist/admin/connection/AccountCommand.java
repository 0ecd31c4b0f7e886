package io.doorlist.admin.connection;

import io.doorlist.admin.console.Console;
import java.time.Clock;
import java.util.concurrent.Callable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** A command that works on what one account has in a table. */
public abstract class AccountCommand implements Callable<Integer> {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  protected String account;

  @Mixin protected TableOptions target;

  protected final Console console;
  protected final Clock clock = Clock.systemUTC();

  protected AccountCommand(Console console) {
    this.console = console;
  }
}
