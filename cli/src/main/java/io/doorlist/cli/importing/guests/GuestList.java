package io.doorlist.cli.importing.guests;

import io.doorlist.cli.importing.guests.Guest.Admission;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.lines.RefusedLine;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;

/**
 * A guest list, understood.
 *
 * @param guests rows that can be let in, or are void
 * @param refused the other rows
 * @param notes what the user should know of it
 */
record GuestList(
    Sheet sheet, Columns columns, List<Guest> guests, List<Refused> refused, List<String> notes) {
  /** The number of tickets that an order may have. */
  private static final int MAX_TICKETS = 1_000;

  GuestList {
    guests = List.copyOf(guests);
    refused = List.copyOf(refused);
    notes = List.copyOf(notes);
  }

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
    if (columns.missing() != null) {
      notes.add(columns.missing());
    }
    GuestReader reader = new GuestReader(columns, sheet.free(), dates);
    Keys keys = new Keys(columns);
    List<Guest> guests = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (Row row : rows) {
      try {
        guests.add(keys.known(reader.read(row)));
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

  /** Returns how many tickets its rows have. */
  int tickets() {
    return guests.stream().mapToInt(Guest::persons).sum();
  }

  long codes() {
    return guests.stream().map(Guest::code).filter(Objects::nonNull).count();
  }

  long out() {
    return guests.stream().filter(guest -> guest.admission() != Admission.VALID).count();
  }

  /** Gives rows what they are known by. Not thread-safe. */
  private static final class Keys {
    private final Columns columns;
    private final Map<String, Long> rows = new HashMap<>();
    private final Map<String, Integer> namesakes = new HashMap<>();
    private final Map<String, Integer> tickets = new HashMap<>();

    Keys(Columns columns) {
      this.columns = columns;
    }

    Guest known(Guest guest) throws RefusedLine {
      String key = key(guest);
      Long other = rows.get(key);
      if (other != null) {
        throw new RefusedLine(
            columns.name(guest.code() == null ? Kind.REFERENCE : Kind.CODE),
            "row " + other + " has it too");
      }
      if (guest.order() != null
          && tickets.merge(guest.order(), guest.persons(), Integer::sum) > MAX_TICKETS) {
        throw new RefusedLine(columns.name(Kind.ORDER), "an order has 1,000 tickets at most");
      }
      rows.put(key, guest.row());
      return guest.withKey(key);
    }

    private String key(Guest guest) {
      if (guest.code() != null) {
        return "code\n" + guest.code();
      }
      if (guest.reference() != null) {
        return "reference\n" + guest.reference();
      }
      String person = "%s\n%s\n%s".formatted(guest.order(), guest.email(), guest.name());
      String plain = "person\n" + person.toLowerCase(Locale.ROOT);
      return plain + "\n" + namesakes.merge(plain, 1, Integer::sum);
    }
  }
}
