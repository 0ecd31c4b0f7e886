package io.doorlist.cli.evening;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.lines.ExportLines;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.ingest.EventRemoval;
import io.doorlist.json.Json;
import io.doorlist.store.event.EventStore;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Table;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * Exports everything that an account has, and everything that happened at its doors, as lines of
 * JSON. It leaves out what {@link EveningImport} can derive from the rest. See ADR 0041.
 */
public final class EveningExport {
  private static final int ALL = -1;

  private final Table table;
  private final Account account;
  private final List<EventDefinition> definitions = new ArrayList<>();
  private final EveningLines lines;

  /**
   * Creates the export of an account. The events are written in the order in which they were
   * created.
   */
  public EveningExport(Table table, Account account, List<EventDefinition> all) {
    this.table = table;
    this.account = account;
    List<String> slugs = all.stream().map(each -> each.event().slug()).toList();
    new EventStore(table)
        .find(account.slug(), slugs)
        .forEach(event -> definitions.add(all.get(slugs.indexOf(event.slug()))));
    this.lines = new EveningLines(account.slug(), definitions);
  }

  /**
   * Writes all lines, for which it reads the whole table four times. Returns whether the table
   * stayed the same meanwhile; otherwise the export is not usable.
   *
   * @throws Failure if an event is being removed, because some of its items are gone already
   */
  public boolean write(Consumer<String> out) {
    for (EventRemoval.Leaving each : new EventRemoval(table, account.slug()).list()) {
      throw new Failure(
          "event '" + each.event() + "' is being taken away: `remove` it again to end that");
    }
    EveningHead.Sum before = new EveningHead.Sum();
    define(before::add);
    each(ALL, before::add);
    EveningHead evening = before.evening(account.slug());
    out.accept(evening.line());
    EveningHead.Sum written = new EveningHead.Sum();
    Consumer<String> both = written::add;
    both = both.andThen(out);
    define(both);
    for (int part = 0; part < EveningLines.PARTS; part++) {
      each(part, both);
    }
    return evening.equals(written.evening(account.slug()));
  }

  private void define(Consumer<String> out) {
    out.accept(Json.writeValue(ExportLines.account(account)));
    for (EventDefinition definition : definitions) {
      out.accept(Json.writeValue(ExportLines.event(definition.event())));
      for (CheckinList list : definition.lists()) {
        Map<String, Object> line = ExportLines.checkinList(definition.event(), list);
        line.put(EveningLines.NUMBER, list.number());
        line.put(EveningLines.CREATED_AT, list.createdAt().toString());
        line.put(EveningLines.UPDATED_AT, list.updatedAt().toString());
        out.accept(Json.writeValue(line));
      }
    }
  }

  private void each(int part, Consumer<String> out) {
    table.scan(
        TableSchema.isOf(account.slug()),
        item ->
            lines
                .say(item)
                .filter(line -> part == ALL || EveningLines.part(line) == part)
                .ifPresent(line -> out.accept(Json.writeValue(line))));
  }
}
