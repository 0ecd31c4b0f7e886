package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * How a guest list is read, and what its import is going to change. The organiser decides by it.
 *
 * @param added rows of guests whom no earlier list had
 * @param types how many tickets there are of each type
 * @param refused rows that are not imported
 * @param findings what the organiser should know of the list and its guests
 * @param objections why nothing is written; empty if the import may write
 */
public record GuestPreview(
    List<ReadSheet> sheets,
    List<Row> rows,
    List<Row> added,
    List<RefusedRow> refused,
    Map<String, Integer> types,
    List<Finding> findings,
    List<Finding> objections) {
  private static final int SHOWN = 3;

  /**
   * How a sheet of the list is read.
   *
   * @param name its name if several sheets make one list, or {@code null}
   * @param shop the shop that wrote it, or {@code null}
   * @param format the format of its file, such as {@code UTF-8, separator ;}
   * @param titles the number of the row with its titles
   * @param deciding the columns that say who comes in
   */
  public record ReadSheet(
      String name,
      String shop,
      String format,
      long titles,
      List<Column> columns,
      List<DecidingColumn> deciding) {}

  /**
   * A column.
   *
   * @param kind the kind of what it says, as {@code --columns} names it
   */
  public record Column(String title, String kind) {}

  /** A row that is imported. Texts that it does not have are {@code null}. */
  public record Row(
      Place place,
      String name,
      String email,
      String type,
      String code,
      int persons,
      Admission admission) {
    private static Row of(GuestRow guest) {
      return new Row(
          guest.place(),
          guest.name(),
          guest.email(),
          guest.type(),
          guest.code(),
          guest.persons(),
          guest.admission());
    }
  }

  /**
   * A row that is not imported.
   *
   * @param name the name of its guest, or {@code null} if that cannot be read
   * @param reason why it is refused
   */
  public record RefusedRow(Place place, String name, Refusal reason) {}

  static GuestPreview of(
      GuestList list, List<GuestRow> added, List<Finding> findings, List<Finding> objections) {
    Map<String, Integer> types = new TreeMap<>();
    list.guests().forEach(guest -> types.merge(guest.type(), guest.persons(), Integer::sum));
    return new GuestPreview(
        list.sheets().stream().map(sheet -> sheet(sheet, list)).toList(),
        list.guests().stream().map(Row::of).toList(),
        added.stream().map(Row::of).toList(),
        list.refused().stream()
            .map(
                it ->
                    new RefusedRow(
                        it.place(), it.guest() == null ? null : it.guest().name(), it.reason()))
            .toList(),
        types,
        List.copyOf(findings),
        List.copyOf(objections));
  }

  private static ReadSheet sheet(GuestSheet it, GuestList list) {
    GuestColumns columns = it.columns();
    return new ReadSheet(
        it.sheet().name(),
        columns.shop(),
        it.sheet().format(),
        columns.head().number(),
        IntStream.range(0, columns.names().size())
            .mapToObj(i -> new Column(columns.names().get(i), columns.kinds().get(i).word()))
            .toList(),
        DecidingColumn.of(it, list));
  }

  /** Returns how many tickets the list is going to have. */
  public int tickets() {
    return rows.stream().mapToInt(Row::persons).sum();
  }

  /** Returns how the list is read, as lines for people. */
  List<String> lines() {
    List<String> lines = new ArrayList<>();
    for (ReadSheet sheet : sheets) {
      String name = sheet.name() == null ? "" : Text.printable(sheet.name()) + ": ";
      String whose = sheet.shop() == null ? "a guest list" : sheet.shop();
      lines.add(name + whose + ", " + sheet.format() + ", titles in row " + sheet.titles());
      Stream<List<Object>> table =
          IntStream.range(0, sheet.columns().size())
              .mapToObj(
                  i ->
                      List.of(
                          i + 1, sheet.columns().get(i).title(), sheet.columns().get(i).kind()));
      lines.addAll(table("COLUMN TITLE IS", table));
      sheet.deciding().forEach(column -> lines.add(column.text()));
    }
    lines.add(
        "%s, %s, %s not let in, %s, %s of its own; types: %s"
            .formatted(
                Text.count(rows.size(), "row"),
                Text.count(tickets(), "ticket"),
                count(row -> row.admission() != Admission.VALID, "row"),
                Text.count(refused.size(), "refused row"),
                count(row -> row.code() != null, "code"),
                Text.printable(types.toString())));
    lines.addAll(
        table(
            "ROW NAME E-MAIL TYPE CODE PERSONS STATE",
            rows.stream().limit(SHOWN).map(GuestPreview::cells)));
    return lines;
  }

  private String count(Predicate<Row> which, String noun) {
    return Text.count(rows.stream().filter(which).count(), noun);
  }

  private static List<Object> cells(Row it) {
    return Arrays.asList(
        it.place().said(),
        it.name(),
        it.email(),
        it.type(),
        it.code(),
        it.persons(),
        it.admission());
  }

  private static List<String> table(String head, Stream<List<Object>> rows) {
    List<List<String>> cells = new ArrayList<>(List.of(List.of(head.split(" "))));
    rows.forEach(row -> cells.add(row.stream().map(GuestPreview::shown).toList()));
    return TextTable.lines(cells);
  }

  private static String shown(Object cell) {
    return cell == null ? "-" : Text.printable(cell.toString());
  }
}
