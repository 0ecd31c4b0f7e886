package io.doorlist.bench;

import io.doorlist.bench.cold.ColdBench;
import io.doorlist.bench.cold.PrimingBench;
import io.doorlist.bench.cost.CopyBench;
import io.doorlist.bench.cost.CostBench;
import io.doorlist.bench.cost.MicroBench;
import io.doorlist.bench.door.DiskBench;
import io.doorlist.bench.door.DoorBench;
import io.doorlist.bench.door.ReconnectBench;
import io.doorlist.bench.importing.ImportBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ScopeType;

/**
 * Measurements: one command per question. Each prints a table, writes the same as JSON, and exits
 * with status 1 if a check fails.
 */
@Command(
    name = "bench",
    description = "Measures Doorlist; each command answers one question.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {
      ImportBench.class,
      CostBench.class,
      CopyBench.class,
      DoorBench.class,
      DiskBench.class,
      ReconnectBench.class,
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
