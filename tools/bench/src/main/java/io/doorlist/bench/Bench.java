package io.doorlist.bench;

import io.doorlist.bench.cold.ColdBench;
import io.doorlist.bench.cost.CostBench;
import io.doorlist.bench.door.DoorBench;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Help.Ansi;
import picocli.CommandLine.ScopeType;

/**
 * Measures Doorlist. Each command answers one question, prints a table, and exits with status 1 if
 * a check fails.
 */
@Command(
    name = "bench",
    description = "Measures Doorlist; each command answers one question.",
    mixinStandardHelpOptions = true,
    scope = ScopeType.INHERIT,
    synopsisSubcommandLabel = "COMMAND",
    subcommands = {DoorBench.class, CostBench.class, ColdBench.class})
public final class Bench {
  private Bench() {}

  public static void main(String[] args) {
    System.exit(
        new CommandLine(new Bench())
            .setColorScheme(CommandLine.Help.defaultColorScheme(Ansi.OFF))
            .execute(args));
  }
}
