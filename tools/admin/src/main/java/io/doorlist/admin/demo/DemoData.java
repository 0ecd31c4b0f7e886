package io.doorlist.admin.demo;

import io.doorlist.admin.console.Progress;
import io.doorlist.admin.importing.lines.ImportCounts;
import io.doorlist.admin.importing.lines.ImportLine;
import io.doorlist.admin.importing.lines.Importer;
import io.doorlist.admin.importing.lines.Patience;
import io.doorlist.domain.Account;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The demo data: an account with three events, their orders and some check-ins. It depends on the
 * seed and the number of orders only; loading it again changes nothing.
 */
public final class DemoData {
  public static final int ORDERS = 320;
  public static final long SEED = 1;

  /** More would run into the ids of test orders. */
  static final int MAX_ORDERS = 500_000;

  private final List<DemoEvent> events;
  private final long seed;

  /**
   * Names the data.
   *
   * @param orders how many orders the largest event has
   */
  public DemoData(int orders, long seed) {
    this.events = DemoEvent.all(orders);
    this.seed = seed;
  }

  /** Returns whether the account has another seed's orders, or its own, in the place of these. */
  boolean conflictsWith(Stores stores) {
    return events.stream()
        .anyMatch(
            place -> {
              Order first = order(place, Mode.LIVE, 0);
              return stores
                  .orders()
                  .find(DemoEvent.ACCOUNT, place.event().slug(), first.id())
                  .filter(kept -> !kept.equals(first))
                  .isPresent();
            });
  }

  /** Loads what is not there yet; returns what became of accounts, events, lists and orders. */
  public ImportCounts load(Stores stores, DemoClock clock, Progress progress) {
    ImportCounts counts = new ImportCounts();
    Importer.Report report =
        (line, outcome) -> {
          counts.add(outcome);
          progress.at(counts.lines(), 0);
        };
    clock.set(DemoOrder.FIRST);
    Importer importer = new Importer(ImportStore.of(stores, false, progress::busy), report);
    long number = 0;
    for (ImportLine parent : parents()) {
      importer.add(new Importer.SourceLine("demo", "line", ++number, null), parent);
    }
    for (DemoEvent place : events) {
      for (Mode mode : Mode.values()) {
        for (int index = 0; index < place.orders(mode); index++) {
          importer.add(
              new Importer.SourceLine("demo", "line", ++number, null),
              new ImportLine.OrderLine(
                  DemoEvent.ACCOUNT, place.event().slug(), order(place, mode, index)));
        }
      }
    }
    importer.finish();
    if (counts.refused() == 0) {
      Patience.with(
          progress::busy,
          () -> {
            new DemoActivity(stores, clock).load(this);
            return Optional.of(true);
          });
    }
    return counts;
  }

  List<DemoEvent> events() {
    return events;
  }

  /** Makes one order. */
  Order order(DemoEvent place, Mode mode, int index) {
    return DemoOrder.make(place, mode, index, seed);
  }

  private List<ImportLine> parents() {
    List<ImportLine> parents = new ArrayList<>();
    parents.add(new ImportLine.AccountLine(new Account(DemoEvent.ACCOUNT, "Demo Events")));
    for (DemoEvent place : events) {
      parents.add(new ImportLine.EventLine(place.event()));
      parents.addAll(place.lists());
    }
    return parents;
  }
}
