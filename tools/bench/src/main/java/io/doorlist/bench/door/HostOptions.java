package io.doorlist.bench.door;

import java.util.List;
import picocli.CommandLine.Option;

/** Options that say how the measured host runs. */
final class HostOptions {
  @Option(
      names = "--no-stream",
      negatable = true,
      description = "The table has no stream, so no webhook events are recorded.")
  private boolean noStream;

  @Option(
      names = "--beside",
      paramLabel = "COMMAND",
      description = "Runs in a shell while people come, with the table's address in $TABLE.")
  private String beside;

  @Option(
      names = "--jvm",
      paramLabel = "OPTION",
      description = {
        "A further option of the host's JVM, to see what it changes; may be repeated.",
        "-Ddoorlist.engine=stock is DynamoDB Local's own engine."
      })
  private List<String> jvm = List.of();

  @Option(
      names = "--partition-units",
      paramLabel = "N",
      description = "A busy table: each partition key writes N units a second, without a burst.")
  private int partitionUnits;

  HostSpec spec(boolean lan) {
    return new HostSpec(!noStream, lan, partitionUnits, beside, jvm);
  }
}
