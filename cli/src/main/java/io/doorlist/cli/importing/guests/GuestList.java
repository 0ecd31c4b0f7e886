package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.lines.RefusedLine;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;

/**
 * A guest list, understood.
 *
 * @param guests rows that can be let in, or are void
 * @param refused the other rows
 * @param notes what the user should know of it
 */
record GuestList(
    Sheet sheet, Columns columns, List<Guest> guests, List<Refused> refused, List<String> notes) {
  /** A row that is not brought over, and why. */
  record Refused(Row row, RefusedLine reason) {}

  /**
   * Understands a sheet.
   *
   * @param zone of times without one
   */
  static GuestList of(Sheet sheet, GuestListOptions options, ZoneId zone) {
    Columns columns = Columns.of(sheet, options.kinds());
    List<Row> rows =
        sheet.rows().stream().filter(row -> row.number() > columns.head().number()).toList();
    List<String> notes = new ArrayList<>();
    Dates dates = dates(columns, rows, options.dateOrder(), zone, notes);
    if (sheet.format().startsWith(SheetText.WESTERN)) {
      notes.add("read as Windows-1252: if names look wrong, save the list as CSV UTF-8 or .xlsx");
    }
    if (!columns.decide()) {
      String shop = columns.shop();
      String such =
          shop == null
              ? ""
              : ", such as " + shop + "'s " + String.join(", ", Titles.deciding(shop));
      notes.add("no column says who is not let in (status, void)" + such + ": every row is");
    }
    GuestReader reader = new GuestReader(columns, sheet.free(), dates);
    List<Guest> guests = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (Row row : rows) {
      try {
        guests.add(reader.read(row));
      } catch (RefusedLine e) {
        refused.add(new Refused(row, e));
      }
    }
    return new GuestList(sheet, columns, guests, refused, notes);
  }

  private static Dates dates(
      Columns columns, List<Row> rows, Dates.Order order, ZoneId zone, List<String> notes) {
    int column = columns.column(Kind.DATE);
    if (column < 0) {
      return null;
    }
    String title = columns.names().get(column);
    List<String> values =
        rows.stream()
            .filter(row -> row.fault() == null)
            .map(row -> Words.line(row.cell(column)))
            .filter(value -> !value.isEmpty() && !value.equals("-"))
            .toList();
    return Dates.of(title, values, order, zone)
        .orElseGet(
            () -> {
              notes.add(
                  "column '%s' is kept as an answer: its dates are not understood, or may begin"
                          .formatted(title)
                      + " with the day or the month, which --dates says");
              return null;
            });
  }
}
