package io.doorlist.bench;

import io.doorlist.domain.AdmittedOrder;
import io.doorlist.domain.AdmittedTicket;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.order.OrderStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Whether an import that was killed, again and again, ends as one that was not. */
@Command(
    name = "kill",
    description = {
      "Kills an import (SIGKILL) at random moments, runs it again each time, at last to its end, and"
          + " compares.",
      "A moment is a random number of orders that are there, and up to 0.3 s more. An import begins"
          + " with an empty table, in a DynamoDB Local that stays up."
    })
final class KillBench extends BenchCommand {
  private static final Duration POLL = Duration.ofMillis(10);

  /** In milliseconds: about the time of a batch. */
  private static final int MAX_DELAY = 300;

  private static final PageRequest FIRST = new PageRequest(1, PageRequest.MAX_ITEMS);

  @Option(names = "--orders", description = "Orders of the file.")
  private int orders = 20000;

  @Option(names = "--kills", description = "How often to kill, in all.")
  private int kills = 20;

  @Option(names = "--imports", description = "How many imports share the kills.")
  private int imports = 1;

  @Option(names = "--seed", paramLabel = "S", description = "The seed of the random moments.")
  private long seed = 1;

  /** What must be equal: the export, and what each list admits, read page by page. */
  private record Outcome(String export, List<Admitted> lists) {}

  /**
   * What a list admits.
   *
   * @param counted the count on the list's pages
   * @param ids of the tickets on the pages
   */
  private record Admitted(long counted, Set<Long> ids) {
    boolean exact() {
      return counted == ids.size();
    }
  }

  @Override
  Report measure() throws IOException, InterruptedException {
    Path file = Files.createTempFile("doorlist-bench-", ".ndjson");
    try {
      FestivalFile.write(file, orders);
      return measure(file);
    } finally {
      Files.delete(file);
    }
  }

  private Report measure(Path file) throws IOException, InterruptedException {
    Outcome clean;
    try (BenchTable table = new BenchTable()) {
      double seconds = run(table, file).seconds();
      say(String.format(Locale.ROOT, "a clean import takes %.1f s", seconds));
      clean = outcome(table);
    }
    SplittableRandom random = new SplittableRandom(seed);
    List<Long> there = new ArrayList<>();
    int ended = 0;
    int equal = 0;
    int exact = 0;
    while (there.size() < kills) {
      int inARow = Math.min(Math.ceilDiv(kills, imports), kills - there.size());
      try (BenchTable table = new BenchTable()) {
        List<Long> killed = killInARow(table, file, inARow, random);
        there.addAll(killed);
        ImportProcess.Ended again = run(table, file);
        Outcome outcome = outcome(table);
        ended++;
        equal += outcome.equals(clean) ? 1 : 0;
        exact += outcome.lists().stream().allMatch(Admitted::exact) ? 1 : 0;
        say(
            String.format(
                Locale.ROOT,
                "killed with %s orders there; then %s in %.1f s; %s",
                killed,
                again.summary(),
                again.seconds(),
                outcome.equals(clean) ? "equal" : "DIFFERENT"));
      }
    }
    return report(there, ended, equal, exact);
  }

  /** Kills one import again and again; returns how many orders were stored each time. */
  private List<Long> killInARow(BenchTable table, Path file, int times, SplittableRandom random)
      throws IOException, InterruptedException {
    List<Long> there = new ArrayList<>();
    for (int moment : random.ints(times, 0, orders).sorted().toArray()) {
      if (!kill(table, file, moment, random.nextInt(MAX_DELAY))) {
        say("the import ended before it was killed");
        return there;
      }
      there.add(table.orders());
    }
    return there;
  }

  private Report report(List<Long> there, int ended, int equal, int exact) {
    List<Long> sorted = there.stream().sorted().toList();
    Report report =
        new Report(
            "kill",
            String.format(
                Locale.ROOT,
                "%d import(s) of %,d orders, killed at %d random moments (seed %d) and run again each"
                    + " time",
                ended,
                orders,
                kills,
                seed),
            List.of("figure"));
    report.row("killed", List.of(kills));
    report.row("fewest orders there", List.of(sorted.getFirst()));
    report.row("half as many there", List.of(sorted.get(sorted.size() / 2)));
    report.row("most orders there", List.of(sorted.getLast()));
    report.row("imports, at last run to their end", List.of(ended));
    report.row("equal to a clean import", List.of(equal));
    report.row("exact counts of all lists", List.of(exact));
    report.check("every import ends in the same export and lists as a clean one", equal == ended);
    report.check("every list counts what it has", exact == ended);
    return report;
  }

  /**
   * Kills an import some milliseconds after this many orders are stored; returns whether it was
   * still running.
   */
  private static boolean kill(BenchTable table, Path file, int orders, int delay)
      throws IOException, InterruptedException {
    try (ImportProcess process = new ImportProcess(table, file)) {
      while (!there(table, orders)) {
        if (process.ended(POLL)) {
          return false;
        }
      }
      return process.kill(Duration.ofMillis(delay));
    }
  }

  private static boolean there(BenchTable table, int orders) {
    try {
      return table.orders() >= orders;
    } catch (UnavailableException e) {
      // On a busy machine the import continues while we wait for an answer.
      return false;
    }
  }

  private static ImportProcess.Ended run(BenchTable table, Path file)
      throws IOException, InterruptedException {
    try (ImportProcess process = new ImportProcess(table, file)) {
      return process.await();
    }
  }

  private static Outcome outcome(BenchTable table) {
    List<Admitted> lists = new ArrayList<>();
    var event =
        table
            .stores()
            .events()
            .readDefinition(FestivalFile.ACCOUNT, FestivalFile.EVENT)
            .orElseThrow();
    OrderStore orders = table.stores().orders();
    for (CheckinList list : event.lists()) {
      lists.add(
          walk(
              page ->
                  orders.listAdmittedTickets(
                      FestivalFile.ACCOUNT, FestivalFile.EVENT, list, Mode.LIVE, page),
              AdmittedTicket::id));
      lists.add(
          walk(
              page ->
                  orders.listAdmittedOrders(
                      FestivalFile.ACCOUNT, FestivalFile.EVENT, list, Mode.LIVE, page),
              AdmittedOrder::orderId));
    }
    return new Outcome(table.exportDigest(FestivalFile.ACCOUNT), lists);
  }

  private static <T> Admitted walk(Function<PageRequest, Page<T>> pages, Function<T, Long> id) {
    Set<Long> ids = new TreeSet<>();
    Page<T> page;
    long number = 1;
    long rows = 0;
    do {
      page = pages.apply(new PageRequest(number++, PageRequest.MAX_ITEMS));
      page.items().forEach(item -> ids.add(id.apply(item)));
      rows += page.items().size();
    } while (number <= page.pages());
    // A duplicated row makes the count wrong too.
    return new Admitted(page.count() == rows ? rows : -1, ids);
  }
}
