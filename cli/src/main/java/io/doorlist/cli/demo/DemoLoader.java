package io.doorlist.cli.demo;

import io.doorlist.cli.console.Progress;
import io.doorlist.cli.lines.ImportCounts;
import io.doorlist.cli.lines.ImportLine;
import io.doorlist.cli.lines.Importer;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.ImportStore;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.Optional;

/**
 * Loads the demo data and the scans at its doors into a table. Not thread-safe.
 *
 * @param clock the clock of the table
 * @param now the end of the hour in which the guests came
 */
public record DemoLoader(DemoData data, Table table, DemoClock clock, Instant now) {
  private static final Importer.SourceLine SOURCE =
      new Importer.SourceLine("demo", "line", 1, null, null);

  /**
   * Returns whether all of the data is there. The scans of test orders are loaded last, so this
   * looks for the last of them.
   */
  public boolean isLoaded() {
    return evening(Mode.TEST).filter(evening -> evening.isOver(table)).isPresent();
  }

  /** Loads the account, its events and their lists, which is quick. */
  public void begin() {
    clock.set(DemoOrder.FIRST);
    Importer importer =
        new Importer(new ImportStore(table, false, () -> {}), (line, outcome) -> {});
    DemoData.PARENTS.forEach(line -> importer.add(SOURCE, line));
    importer.finish();
  }

  /**
   * Loads what the table lacks. Returns, for each outcome, how many accounts, events, lists and
   * orders had it.
   */
  public ImportCounts load(Progress progress) {
    ImportCounts counts = new ImportCounts();
    clock.set(DemoOrder.FIRST);
    Importer importer =
        new Importer(
            new ImportStore(table, false, progress::busy),
            (line, outcome) -> {
              counts.add(outcome);
              progress.at(counts.lines(), 0);
            });
    DemoData.PARENTS.forEach(line -> importer.add(SOURCE, line));
    for (Event event : DemoData.events()) {
      for (Mode mode : Mode.values()) {
        for (int index = 0; index < data.orders(event, mode); index++) {
          Order order = DemoOrder.make(event, mode, index);
          importer.add(SOURCE, new ImportLine.OrderLine(DemoData.ACCOUNT, event.slug(), order));
        }
      }
    }
    importer.finish();
    if (counts.refused() == 0) {
      for (Mode mode : Mode.values()) {
        evening(mode).orElseThrow().load(table, clock);
      }
    }
    return counts;
  }

  private Optional<DemoEvening> evening(Mode mode) {
    return DemoEvening.of(table, data, mode, now);
  }
}
