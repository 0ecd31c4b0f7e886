package io.doorlist.cli.connection;

import io.doorlist.table.Table;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import picocli.CommandLine.Option;

/** A command that reads or changes one account's data in a table. */
public abstract class AccountCommand extends ReportCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  protected String account;

  protected final Clock clock = Clock.systemUTC();

  protected final <T> T connected(Function<Table, T> work) {
    try (Table table = target.connect(clock)) {
      return work.apply(table);
    }
  }

  /**
   * Reports the result as JSON or as lines of text.
   *
   * @param none the message that replaces the lines of text if nothing was found
   */
  protected final <T> void report(
      List<T> found,
      Function<T, Map<String, Object>> members,
      Function<List<T>, List<String>> lines,
      String none) {
    if (json) {
      console.json(found.stream().map(members).toList());
    } else if (found.isEmpty()) {
      console.message(none);
    } else {
      lines.apply(found).forEach(console::result);
    }
  }
}
