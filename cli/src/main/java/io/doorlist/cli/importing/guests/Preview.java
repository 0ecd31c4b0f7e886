package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;

/** Shows how a guest list is understood. */
final class Preview {
  private static final int ROWS = 3;
  private static final int TYPES = 20;

  private Preview() {}

  static List<String> lines(GuestList list) {
    Columns columns = list.columns();
    List<String> lines = new ArrayList<>();
    lines.add(
        "%s, %s, titles in row %d"
            .formatted(columns.owner(), list.sheet().format(), columns.head().number()));
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("COLUMN", "TITLE", "IS"));
    for (int i = 0; i < columns.names().size(); i++) {
      String name = Text.printable(columns.names().get(i));
      table.add(List.of(String.valueOf(i + 1), name, columns.kinds().get(i).word()));
    }
    lines.addAll(TextTable.lines(table));
    lines.add(
        "%s, %s, %s not let in, %s, %s of its own"
            .formatted(
                Text.count(list.guests().size(), "row"),
                Text.count(list.tickets(), "ticket"),
                Text.count(list.out(), "row"),
                Text.count(list.refused().size(), "refused row"),
                Text.count(list.codes(), "code")));
    lines.add(types(list));
    lines.addAll(TextTable.lines(first(list)));
    return lines;
  }

  private static String types(GuestList list) {
    Map<String, Integer> types = new LinkedHashMap<>();
    list.guests().forEach(guest -> types.merge(guest.type(), guest.persons(), Integer::sum));
    return types.entrySet().stream()
        .limit(TYPES)
        .map(entry -> Text.printable(entry.getKey()) + " (" + entry.getValue() + ")")
        .collect(Collectors.joining(", ", "types: ", types.size() > TYPES ? ", …" : ""));
  }

  private static List<List<String>> first(GuestList list) {
    List<List<String>> table = new ArrayList<>();
    table.add(List.of("ROW", "NAME", "E-MAIL", "TYPE", "CODE", "PERSONS", "STATE"));
    list.guests().stream()
        .limit(ROWS)
        .forEach(
            guest ->
                table.add(
                    List.of(
                        String.valueOf(guest.row()),
                        shown(guest.name()),
                        shown(guest.email()),
                        shown(guest.type()),
                        shown(guest.code()),
                        String.valueOf(guest.persons()),
                        guest.admission().name().toLowerCase(Locale.ROOT))));
    return table;
  }

  private static String shown(String text) {
    return text == null ? "-" : Text.printable(text);
  }
}
