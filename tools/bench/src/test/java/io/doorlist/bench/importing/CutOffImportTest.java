package io.doorlist.bench.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.checkin.AdmittedOrder;
import io.doorlist.domain.checkin.AdmittedTicket;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.order.OrderStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.SplittableRandom;
import java.util.TreeSet;
import java.util.function.Function;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An import that is cut off, in a process of its own, loses nothing. */
@Tag("long")
class CutOffImportTest {
  private static final int ORDERS = 1500;
  private static final int KILLS = 5;

  /** In milliseconds: about the time of a batch. */
  private static final int MAX_DELAY = 300;

  @TempDir private Path folder;
  private Path file;

  /** What must be equal: the export, and what each list admits, read page by page. */
  private record Outcome(String export, List<Admitted> lists) {}

  /**
   * What a list admits.
   *
   * @param counted the count on the list's pages
   * @param ids of the tickets on the pages
   */
  private record Admitted(long counted, Set<Long> ids) {}

  @BeforeEach
  void writeFile() throws IOException {
    file = FestivalFile.write(folder.resolve("all.ndjson"), ORDERS);
  }

  /** Issue 4: an import that was killed with SIGKILL and run again ends as a clean one. */
  @Test
  void killedImport_endsAsACleanOne_whenRunAgain() throws Exception {
    Outcome clean;
    try (BenchTable table = new BenchTable()) {
      run(table);
      clean = outcome(table);
    }
    SplittableRandom random = new SplittableRandom(1);
    try (BenchTable table = new BenchTable()) {
      for (int moment : random.ints(KILLS, 0, ORDERS).sorted().toArray()) {
        kill(table, moment, random.nextInt(MAX_DELAY));
      }

      run(table);

      Outcome outcome = outcome(table);
      assertEquals(clean, outcome);
      outcome.lists().forEach(list -> assertEquals(list.counted(), list.ids().size()));
    }
  }

  /** After Ctrl-C or SIGTERM, everything read so far is written and reported. */
  @Test
  void interruptedImport_saysWhatWasDone_andGoesOnNextTime() throws Exception {
    try (BenchTable table = new BenchTable();
        ImportProcess process = new ImportProcess(table, file)) {
      while (!there(table, 1)) {
        assertFalse(process.ended(Duration.ofMillis(10)), "ended too early");
      }

      ImportProcess.Stopped stopped = process.stop();

      assertTrue(stopped.err().contains("interrupted; run it again to go on"), stopped.err());
      long created = (Long) stopped.summary().get("created") - FestivalFile.PARENTS;
      assertTrue(created > 0 && created < ORDERS, stopped.summary().toString());
      assertEquals(created, table.orders());
    }
  }

  /** Kills an import some milliseconds after this many orders are stored, unless it has ended. */
  private void kill(BenchTable table, int orders, int delay)
      throws IOException, InterruptedException {
    try (ImportProcess process = new ImportProcess(table, file)) {
      while (!there(table, orders)) {
        assertFalse(process.ended(Duration.ofMillis(10)), "ended with fewer orders");
      }
      process.kill(Duration.ofMillis(delay));
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

  private void run(BenchTable table) throws IOException, InterruptedException {
    try (ImportProcess process = new ImportProcess(table, file)) {
      process.await();
    }
  }

  private static Outcome outcome(BenchTable table) {
    EventDefinition event =
        table
            .stores()
            .events()
            .readDefinition(FestivalFile.ACCOUNT, FestivalFile.EVENT)
            .orElseThrow();
    OrderStore orders = table.stores().orders();
    List<Admitted> lists = new ArrayList<>();
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
    do {
      page = pages.apply(new PageRequest(number++, PageRequest.MAX_ITEMS));
      page.items().forEach(item -> assertTrue(ids.add(id.apply(item)), "a row twice"));
    } while (number <= page.pages());
    return new Admitted(page.count(), ids);
  }
}
