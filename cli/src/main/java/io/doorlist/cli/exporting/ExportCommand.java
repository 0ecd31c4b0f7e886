package io.doorlist.cli.exporting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.cli.connection.TableCommand;
import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.evening.EveningExport;
import io.doorlist.cli.evening.EveningHead;
import io.doorlist.cli.lines.ExportLines;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.table.Table;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/**
 * Writes the table's data as import lines, ordered by id. Equal data gives equal text, however it
 * was imported.
 */
@Command(
    name = "export",
    description = {
      "Write an account, or one event of it, as an import file to standard output.",
      "Imported into an empty table it gives an equal export."
    })
public final class ExportCommand extends TableCommand {
  @Option(names = "--account", paramLabel = "A", required = true, description = "The account.")
  private String account;

  @Option(names = "--event", paramLabel = "E", description = "An event (default: all events).")
  private String event;

  @Option(
      names = "--checkins",
      description = {
        "Also write all that happened: the logs of lists, refusals, keys, webhook events, tokens"
            + " (their digests). Imported into a new table, every read answers the same."
      })
  private boolean checkins;

  private long lines;

  @Override
  public Integer call() {
    if (checkins && event != null) {
      throw usage("--checkins writes a whole account: leave --event out");
    }
    try (Table table = target.connect(Clock.systemUTC())) {
      AccountReader reader = new AccountReader(table, account);
      Account found = reader.account();
      List<EventDefinition> definitions = reader.definitions(event);
      boolean whole = true;
      if (checkins) {
        whole = new EveningExport(table, found, definitions).write(this::write);
      } else {
        write(ExportLines.account(found));
        definitions.forEach(definition -> write(definition, reader));
      }
      console.requireWritten();
      if (!whole) {
        throw new Failure(
            "somebody scanned or imported meanwhile: what was written cannot be imported, export"
                + " again");
      }
    }
    console.message(Text.count(lines, "line"));
    if (checkins) {
      console.message("not carried: " + String.join("; ", EveningHead.NOT_CARRIED));
    }
    return 0;
  }

  private void write(EventDefinition definition, AccountReader reader) {
    Event place = definition.event();
    write(ExportLines.event(place));
    definition.lists().forEach(list -> write(ExportLines.checkinList(place, list)));
    reader
        .orders(place.slug(), any -> true)
        .forEach(order -> write(ExportLines.order(place, order)));
  }

  private void write(Map<String, Object> line) {
    write(Json.writeValue(line));
  }

  private void write(String line) {
    byte[] utf8 = line.getBytes(StandardCharsets.UTF_8);
    console.out().write(utf8, 0, utf8.length);
    console.out().write('\n');
    lines++;
    if (lines % 1_000 == 0) {
      console.requireWritten();
    }
  }
}
