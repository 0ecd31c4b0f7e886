package io.doorlist.bench.cost;

import io.doorlist.bench.report.BenchCommand;
import io.doorlist.bench.report.BenchReport;
import io.doorlist.bench.table.LongLists;
import io.doorlist.table.conformance.DynamoServer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Measures what each operation costs. Checks that no page of a list costs more than the first one.
 */
@Command(
    name = "cost",
    description = {
      "Counts read and write units, round trips and bytes of every operation, and of polls.",
      "Units are by DynamoDB's published rules. Pages have 50 items."
    })
public final class CostBench extends BenchCommand {
  public static final Path DESIGN = BenchCommand.ROOT.resolve("docs/table-design.md");
  static final String BEGIN = "<!-- tools/bench/run cost: begin -->";
  static final String END = "<!-- tools/bench/run cost: end -->";

  @Option(names = "--rows", split = ",", description = "How long the lists are.")
  private List<Integer> sizes = List.of(1000, 100000, 1000000);

  @Option(
      names = "--data",
      paramLabel = "DIR",
      description = "A new folder for the long lists; in memory unless given.")
  private Path data;

  @Option(
      names = "--write",
      description = "Write the table, with lists of the first length, into docs/table-design.md.")
  private boolean write;

  private final List<Cost> costs = new ArrayList<>();

  public List<Cost> costs() {
    return List.copyOf(costs);
  }

  @Override
  public BenchReport measure() throws IOException {
    BenchReport report =
        new BenchReport(
            "the cost of each operation, with the event's definition from memory where that is allowed",
            List.of("read units", "write units", "round trips", "bytes"));
    try (LongLists lists = new LongLists(DynamoServer.inMemory())) {
      costs.addAll(new CostedRequests(lists).single(report));
    }
    int documented = costs.size();
    try (LongLists lists =
        new LongLists(data == null ? DynamoServer.inMemory() : DynamoServer.onDisk(data))) {
      CostedRequests requests = new CostedRequests(lists);
      requests.firstRows();
      List<Cost> first = new ArrayList<>();
      for (int size : sizes) {
        say("lists of " + size + " rows");
        lists.fill(size);
        List<Cost> pages = requests.pages(size, report);
        costs.addAll(pages);
        if (first.isEmpty()) {
          first.addAll(pages);
          documented = costs.size();
        }
        report.check(
            String.format(Locale.ROOT, "lists of %,d rows cost what the first ones do", size),
            IntStream.range(0, pages.size()).allMatch(i -> pages.get(i).like(first.get(i))));
      }
    }
    costs.forEach(
        cost ->
            report.row(
                cost.what(),
                List.of(cost.readUnits(), cost.writeUnits(), cost.roundTrips(), cost.bytes())));
    if (write) {
      write(costs.subList(0, documented));
    }
    return report;
  }

  private static void write(List<Cost> costs) throws IOException {
    String text = Files.readString(DESIGN);
    StringBuilder table = new StringBuilder(BEGIN);
    table.append("\n| request | read units | write units | round trips | bytes of the body |");
    table.append("\n|---|---|---|---|---|\n");
    costs.forEach(cost -> table.append(cost.line()).append('\n'));
    int from = text.indexOf(BEGIN);
    int to = text.indexOf(END);
    if (from < 0 || to < from) {
      throw new IllegalStateException(DESIGN + " has no place for the table");
    }
    Files.writeString(DESIGN, text.substring(0, from) + table + text.substring(to));
  }
}
