package io.doorlist.cli.connection;

import picocli.CommandLine.Option;

/** A command that works on a table and reports its result. */
public abstract class ReportCommand extends TableCommand {
  @Option(names = "--json", description = "Print the result as JSON.")
  protected boolean json;
}
