package io.doorlist.admin.demo;

import io.doorlist.admin.console.Progress;
import io.doorlist.admin.importing.lines.ImportCounts;
import io.doorlist.admin.importing.lines.ImportLine;
import io.doorlist.admin.importing.lines.Importer;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import java.util.ArrayList;
import java.util.List;

/** Loads the demo data into a table. Not thread-safe. */
public final class DemoLoader {
  private final DemoData data;
  private final Stores stores;
  private final DemoClock clock;
  private final DemoActivity activity;

  public DemoLoader(DemoData data, Stores stores, DemoClock clock) {
    this.data = data;
    this.stores = stores;
    this.clock = clock;
    this.activity = new DemoActivity(stores, clock);
  }

  /** Returns whether all of the data is there. */
  public boolean isLoaded() {
    return activity.loaded(data);
  }

  /** Returns whether the account has other orders with these ids, of another seed or its own. */
  boolean holdsAnother() {
    return data.events().stream()
        .anyMatch(
            place -> {
              Order first = data.order(place, Mode.LIVE, 0);
              return stores
                  .orders()
                  .find(DemoEvent.ACCOUNT, place.event().slug(), first.id())
                  .filter(kept -> !kept.equals(first))
                  .isPresent();
            });
  }

  /** Loads what is not there yet; returns the outcome of accounts, events, lists and orders. */
  public ImportCounts load(Progress progress) {
    ImportCounts counts = new ImportCounts();
    Importer.Report report =
        (line, outcome) -> {
          counts.add(outcome);
          progress.at(counts.lines(), 0);
        };
    clock.set(DemoOrder.FIRST);
    Importer importer = new Importer(new ImportStore(stores, false, progress::busy), report);
    long number = 0;
    for (ImportLine parent : parents()) {
      importer.add(new Importer.SourceLine("demo", "line", ++number, null, null), parent);
    }
    for (DemoEvent place : data.events()) {
      for (Mode mode : Mode.values()) {
        for (int index = 0; index < place.orders(mode); index++) {
          importer.add(
              new Importer.SourceLine("demo", "line", ++number, null, null),
              new ImportLine.OrderLine(
                  DemoEvent.ACCOUNT, place.event().slug(), data.order(place, mode, index)));
        }
      }
    }
    importer.finish();
    if (counts.refused() == 0) {
      activity.load(data);
    }
    return counts;
  }

  private List<ImportLine> parents() {
    List<ImportLine> parents = new ArrayList<>();
    parents.add(new ImportLine.AccountLine(new Account(DemoEvent.ACCOUNT, "Demo Events")));
    for (DemoEvent place : data.events()) {
      parents.add(new ImportLine.EventLine(place.event()));
      parents.addAll(place.lists());
    }
    return parents;
  }
}
