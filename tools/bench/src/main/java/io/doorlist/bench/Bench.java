package io.doorlist.bench;

import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;

/**
 * Measurements: one command per question. Each prints a table, writes the same as JSON, and exits
 * with status 1 if a check fails.
 */
@Command(
    name = "bench",
    description = "Measures Doorlist; each command answers one question.",
    mixinStandardHelpOptions = true,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ImportBench.class,
      KillBench.class,
      CostBench.class,
      CopyBench.class,
      GzipBench.class,
      DoorBench.class,
      DiskBench.class,
      ColdBench.class,
      MicroBench.class,
      PrimingBench.class
    })
public final class Bench {
  private Bench() {}

  /** Runs one command; returns the exit status. */
  static int run(String... args) {
    return new CommandLine(new Bench())
        .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
        .execute(args);
  }

  /** Runs the command in the arguments and ends the process with its exit status. */
  public static void main(String[] args) {
    System.exit(run(args));
  }
}
