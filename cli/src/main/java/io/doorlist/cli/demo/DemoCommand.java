package io.doorlist.cli.demo;

import io.doorlist.cli.connection.ReportCommand;
import io.doorlist.cli.console.Progress;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.table.Table;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Loads the demo data. */
@Command(
    name = "demo",
    description = {
      "Load made-up data into the account 'demo': three events with orders, and an hour at the"
          + " doors of one.",
      "Loading it twice changes nothing."
    })
public final class DemoCommand extends ReportCommand {
  @Option(
      names = "--orders",
      paramLabel = "N",
      defaultValue = "" + DemoData.ORDERS,
      description = "Orders of the largest event (default: ${DEFAULT-VALUE}).")
  private int orders;

  @Override
  public Integer call() {
    if (orders < 1 || orders > DemoData.MAX_ORDERS) {
      throw usage("--orders must be 1 to " + DemoData.MAX_ORDERS);
    }
    DemoClock clock = new DemoClock();
    Progress progress = new Progress(console, 0);
    ImportCounts counts;
    try (Table table = target.connect(clock.withZone(ZoneOffset.UTC))) {
      counts = new DemoLoader(new DemoData(orders), table, clock, Instant.now()).load(progress);
    } finally {
      progress.clear();
    }
    Map<String, Object> summary = new LinkedHashMap<>();
    summary.put("account", DemoData.ACCOUNT);
    summary.putAll(counts.members());
    report(summary, "account " + DemoData.ACCOUNT + ": " + counts);
    if (counts.refused() > 0) {
      console.message("doorlist: the account has data of its own");
      return 1;
    }
    return 0;
  }
}
