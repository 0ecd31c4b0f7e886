package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Shows how a guest list is understood. */
final class Preview {
  private static final int ROWS = 3;

  private Preview() {}

  static List<String> lines(GuestList list) {
    Columns columns = list.columns();
    String whose = columns.shop() == null ? "a guest list" : columns.shop();
    List<String> lines = new ArrayList<>();
    lines.add(whose + ", " + list.sheet().format() + ", titles in row " + columns.head().number());
    Stream<List<Object>> table =
        IntStream.range(0, columns.names().size())
            .mapToObj(i -> List.of(i + 1, columns.names().get(i), columns.kinds().get(i).word()));
    lines.addAll(table("COLUMN TITLE IS", table));
    Map<String, Integer> types = new TreeMap<>();
    list.guests().forEach(guest -> types.merge(guest.type(), guest.persons(), Integer::sum));
    long out =
        list.guests().stream().filter(guest -> guest.admission() != Guest.Admission.VALID).count();
    lines.add(
        "%s, %s, %s not let in, %s, %s of its own; types: %s"
            .formatted(
                Text.count(list.guests().size(), "row"),
                Text.count(list.guests().stream().mapToInt(Guest::persons).sum(), "ticket"),
                Text.count(out, "row"),
                Text.count(list.refused().size(), "refused row"),
                Text.count(
                    list.guests().stream().filter(guest -> guest.code() != null).count(), "code"),
                Text.printable(types.toString())));
    Stream<List<Object>> first =
        list.guests().stream()
            .limit(ROWS)
            .map(
                it ->
                    Arrays.asList(
                        it.row(),
                        it.name(),
                        it.email(),
                        it.type(),
                        it.code(),
                        it.persons(),
                        it.admission()));
    lines.addAll(table("ROW NAME E-MAIL TYPE CODE PERSONS STATE", first));
    return lines;
  }

  private static List<String> table(String head, Stream<List<Object>> rows) {
    Stream<List<String>> cells =
        rows.map(
            row ->
                row.stream()
                    .map(cell -> cell == null ? "-" : Text.printable(cell.toString()))
                    .toList());
    return TextTable.lines(Stream.concat(Stream.of(List.of(head.split(" "))), cells).toList());
  }
}
