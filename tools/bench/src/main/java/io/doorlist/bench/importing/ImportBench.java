package io.doorlist.bench.importing;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.Machine;
import io.doorlist.bench.report.Report;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** How long an import takes, how much memory, and how many write units. */
@Command(
    name = "import",
    description = {
      "Imports a festival, the same file again, and what changed in a day.",
      "Each in a process of its own with a heap of 256 MB; the table is DynamoDB Local in memory."
    })
public final class ImportBench extends BenchCommand {
  private static final long MB = 1 << 20;
  private static final long MAX_HEAP = 256 * MB;

  @Option(names = "--orders", description = "Orders of the festival; 2.5 tickets each.")
  private int orders = 40000;

  @Override
  public Report measure() throws IOException, InterruptedException {
    Path folder = Files.createTempDirectory("doorlist-bench-");
    Path all = FestivalFile.write(folder.resolve("all.ndjson"), orders);
    Path delta = folder.resolve("delta.ndjson");
    int changed = FestivalFile.writeDelta(delta, orders);
    try (BenchTable table = new BenchTable()) {
      Measured first = run("the first import", table, all);
      Measured again = run("the same again", table, all);
      Measured night = run("the delta", table, delta);
      return report(all, changed, first, again, night);
    } finally {
      Files.delete(all);
      Files.delete(delta);
      Files.delete(folder);
    }
  }

  /**
   * An import, and what it cost here.
   *
   * @param tableSeconds processor time of this process, which is DynamoDB Local's
   */
  private record Measured(ImportProcess.Ended ended, double tableSeconds) {
    long figure(String name) {
      return ended.figure(name);
    }

    double seconds() {
      return ended.seconds();
    }

    double importerSeconds() {
      return figure("cpu_nanos") / 1e9;
    }
  }

  private static Measured run(String what, BenchTable table, Path file)
      throws IOException, InterruptedException {
    say(what);
    long before = Machine.cpuNanos();
    try (ImportProcess process = new ImportProcess(table, file)) {
      ImportProcess.Ended ended = process.await();
      say(String.format(Locale.ROOT, "%.1f s: %s", ended.seconds(), ended.summary()));
      return new Measured(ended, (Machine.cpuNanos() - before) / 1e9);
    }
  }

  private Report report(Path all, int changed, Measured first, Measured again, Measured night)
      throws IOException {
    int tickets = FestivalFile.tickets(orders);
    int lines = orders + FestivalFile.PARENTS;
    Report report =
        new Report(
            "import",
            String.format(
                Locale.ROOT,
                "%,d tickets in %,d orders on 3 lists, a file of %.1f MB",
                tickets,
                orders,
                (double) Files.size(all) / MB),
            List.of("first", "unchanged", "delta"));
    List<Measured> runs = List.of(first, again, night);
    report.row("lines", List.of(lines, lines, changed));
    report.row("seconds", each(runs, Measured::seconds));
    report.row(
        "lines a second",
        List.of(
            (long) (lines / first.seconds()),
            (long) (lines / again.seconds()),
            (long) (changed / night.seconds())));
    report.row("processor seconds, importer", each(runs, Measured::importerSeconds));
    report.row("processor seconds, table", each(runs, Measured::tableSeconds));
    report.row("peak heap, MB", each(runs, run -> run.figure("peak_heap_bytes") / MB));
    report.row("requests", each(runs, run -> run.figure("requests")));
    report.row("items written", each(runs, run -> run.figure("writes")));
    report.row("write units", each(runs, run -> run.figure("write_units")));
    report.row(
        "write units a ticket", each(runs, run -> run.figure("write_units") / (double) tickets));
    report.check(
        "every line is created, then unchanged",
        first.ended().lines("created") == lines && again.ended().lines("unchanged") == lines);
    report.check(
        "every line of the delta is created or changed",
        night.ended().lines("created") + night.ended().lines("changed") == changed);
    report.check(
        "peak heap below 256 MB",
        runs.stream().allMatch(run -> run.figure("peak_heap_bytes") < MAX_HEAP));
    report.check("the unchanged import writes nothing", again.figure("writes") == 0);
    report.check(
        "the unchanged import is at least 5 times faster", first.seconds() >= 5 * again.seconds());
    return report;
  }

  private static List<Number> each(List<Measured> runs, Function<Measured, Number> figure) {
    return Stream.of(runs.toArray(Measured[]::new)).map(figure).toList();
  }
}
