package io.doorlist.cli.reporting;

import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Worded;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.json.Json;
import io.doorlist.store.checkin.history.History;
import io.doorlist.store.checkin.history.HistoryStore;
import io.doorlist.table.Table;
import java.io.PrintWriter;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * What happened at an event's doors, as rows. The rows can be read only once.
 *
 * @param columns the columns that are written
 */
public record Report(Event event, List<String> columns, Stream<Map<String, Object>> rows) {
  /** The formats of a report. */
  public enum Format implements Worded {
    CSV,
    HTML,
    NDJSON
  }

  /**
   * Returns a report for people on who came to an event, or on who has a ticket and did not come.
   */
  public static Report ofPeople(Table table, String account, String event, boolean absent) {
    AccountReader reader = new AccountReader(table, account);
    EventDefinition definition = reader.definitions(event).getFirst();
    History history = new HistoryStore(table).read(definition, null, Mode.LIVE);
    List<TicketHolder> holders = TicketHolder.read(reader, definition, Mode.LIVE);
    return ofPeople(definition.event(), history, definition.lists(), holders, absent);
  }

  static Report ofPeople(
      Event event,
      History history,
      List<CheckinList> lists,
      List<TicketHolder> holders,
      boolean absent) {
    PeopleRows rows = new PeopleRows(event);
    return absent
        ? new Report(event, PeopleRows.ABSENT, rows.absent(absent(history, lists, holders)))
        : new Report(event, PeopleRows.CAME, rows.came(history, holders));
  }

  /** Returns who is expected at one of these lists, but has not come to any. */
  static Stream<TicketHolder> absent(
      History history, List<CheckinList> lists, List<TicketHolder> holders) {
    Set<Long> came =
        history.happenings().stream()
            .filter(each -> each.type() == Happening.Type.CHECK_IN && !each.undone())
            .map(Happening::ticketId)
            .collect(Collectors.toSet());
    return holders.stream()
        .filter(holder -> holder.expected() && !came.contains(holder.ticket()))
        .filter(holder -> lists.stream().anyMatch(list -> list.admits(holder.ticketType())));
  }

  Report without(Set<String> names) {
    return new Report(
        event, columns.stream().filter(column -> !names.contains(column)).toList(), rows);
  }

  /** Writes the report, and returns the number of its rows. It does not flush the writer. */
  public long writeTo(PrintWriter writer, Format format, char separator) {
    Consumer<Map<String, Object>> written =
        switch (format) {
          case CSV -> SpreadsheetRows.begin(writer, separator, event.zone(), columns)::write;
          case HTML -> PrintedRows.begin(writer, event.title(), columns)::write;
          case NDJSON -> row -> writer.print(json(row) + "\n");
        };
    long[] count = {0};
    rows.forEach(
        row -> {
          row.keySet().retainAll(columns);
          written.accept(row);
          count[0]++;
        });
    if (format == Format.HTML) {
      PrintedRows.end(writer);
    }
    return count[0];
  }

  private static String json(Map<String, Object> row) {
    row.replaceAll((name, value) -> value instanceof Instant time ? time.toString() : value);
    return Json.writeValue(row);
  }
}
