package io.doorlist.cli.connection;

import io.doorlist.cli.console.Console;
import picocli.CommandLine.Option;

/** A command that works on a table and reports its result. */
public abstract class ReportCommand extends TableCommand {
  @Option(names = "--json", description = "Print the result as JSON.")
  protected boolean json;

  protected ReportCommand(Console console) {
    super(console);
  }
}
