package io.doorlist.bench.door;

import java.util.ArrayList;
import java.util.List;
import picocli.CommandLine.Option;

/** Options that say how the measured host runs. */
final class HostOptions {
  @Option(names = "--stock", description = "Unmodified DynamoDB Local, for comparison.")
  private boolean stock;

  @Option(
      names = "--no-stream",
      negatable = true,
      description = "The table has no stream, so no webhook events are recorded.")
  private boolean noStream;

  @Option(
      names = "--lan",
      description = {
        "Phones ask by TLS at a listener of up --lan, from 20 addresses, and each keeps a copy.",
        "With data on disk only."
      })
  private boolean lan;

  @Option(
      names = "--beside",
      paramLabel = "COMMAND",
      description = "Runs in a shell while people come, with the table's address in $TABLE.")
  private String beside;

  @Option(
      names = "--jvm",
      paramLabel = "OPTION",
      description = "A further option of the host's JVM, to see what it changes; may be repeated.")
  private List<String> jvm = List.of();

  @Option(
      names = "--partition-units",
      paramLabel = "N",
      description = "A busy table: each partition key writes N units a second, without a burst.")
  private int partitionUnits;

  /** Returns what a partition key writes in a second; 0 for any number. */
  int partitionUnits() {
    return partitionUnits;
  }

  /** Returns whether the table has a stream. */
  boolean stream() {
    return !noStream;
  }

  /** Returns whether phones ask by TLS. */
  boolean lan() {
    return lan;
  }

  /** Returns the command that runs while people come, or {@code null}. */
  String beside() {
    return beside;
  }

  /** Returns the options of the host's JVM. */
  List<String> jvm() {
    List<String> options = new ArrayList<>(jvm);
    if (stock) {
      options.add("-Ddoorlist.engine=stock");
    }
    return options;
  }
}
