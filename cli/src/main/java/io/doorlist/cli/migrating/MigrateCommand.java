package io.doorlist.cli.migrating;

import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.connection.TableOptions;
import io.doorlist.cli.console.Console;
import io.doorlist.cli.console.Progress;
import io.doorlist.cli.console.Text;
import io.doorlist.ingest.Migration;
import io.doorlist.store.Stores;
import java.time.Clock;
import picocli.CommandLine.Command;

/** Brings a table that an earlier version filled up to date. */
@Command(
    name = "migrate",
    description = {
      "Bring a table that an earlier version filled up to date.",
      "Deploy this version first. The door stays open; run it again if it was cut off."
    })
public final class MigrateCommand extends TableCommand {
  public MigrateCommand(Console console) {
    super(console);
  }

  @Override
  public Integer call() {
    try (TableOptions.Connection connection = target.connectToAnyFormat(Clock.systemUTC())) {
      run(connection.stores(), console);
    }
    return 0;
  }

  /** Migrates the table of these stores, if it has items of an earlier version. */
  public static void prepare(Stores stores, Console console) {
    if (stores.format().isCurrent()) {
      return;
    }
    if (stores.format().isEmptyTable()) {
      stores.format().setCurrent();
      return;
    }
    console.message("an earlier version filled this table: bringing it up to date");
    run(stores, console);
  }

  private static void run(Stores stores, Console console) {
    if (stores.format().isCurrent()) {
      console.message("the table is up to date");
      return;
    }
    Progress progress = new Progress(console, 0);
    Migration.Outcome outcome = new Migration(stores).run(orders -> progress.at(orders, 0));
    progress.clear();
    console.message(
        Text.count(outcome.orders(), "order") + ", " + outcome.changed() + " of them changed");
  }
}
