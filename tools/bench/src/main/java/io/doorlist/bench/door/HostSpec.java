package io.doorlist.bench.door;

import picocli.CommandLine.Option;

/** Options that say how the measured host runs. */
final class HostSpec {
  @Option(
      names = "--no-stream",
      description = "The table has no stream, so no webhook events are recorded.")
  boolean noStream;

  @Option(
      names = "--beside",
      paramLabel = "COMMAND",
      description = "Runs in a shell while people come, with the table's address in $TABLE.")
  String beside;

  boolean lan;
}
