package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.console.TextTable;
import io.doorlist.cli.importing.guests.Sheet.Row;
import io.doorlist.cli.importing.lines.RefusedLine;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A guest list, understood.
 *
 * @param guests rows that can be let in, or are void
 * @param refused the other rows
 * @param lookalikes columns that look like answers, and decide nothing
 * @param notes what the user should know of it
 */
record GuestList(
    Sheet sheet,
    GuestColumns columns,
    List<Guest> guests,
    List<Refused> refused,
    List<Lookalikes.Column> lookalikes,
    List<String> notes) {
  private static final int SHOWN = 3;
  private static final int MAX_PEOPLE = 1_000_000;

  /** How many rows are named one by one. */
  private static final int MAX_DOUBTS = 20;

  /** A row that is not brought over, why, and whose it is as far as it can be read, or null. */
  record Refused(Row row, RefusedLine reason, Guest guest) {}

  static GuestList of(Sheet sheet, GuestListOptions options, ZoneId zone) {
    GuestColumns columns = GuestColumns.of(sheet, options.kinds());
    List<String> notes = new ArrayList<>(sheet.notes());
    List<Row> rows = rows(sheet, columns, options.hidden, notes);
    Dates dates = dates(columns, rows, options.dates, zone, notes);
    if (!columns.decide()) {
      String shop = columns.shop();
      String titles = shop == null ? "" : String.join(", ", Titles.deciding(shop));
      String such = shop == null ? "" : ", such as " + shop + "'s " + titles;
      notes.add("no column says who is not let in (status, void)" + such + ": every row is");
    }
    notes.addAll(columns.guesses());
    List<Lookalikes.Column> lookalikes = Lookalikes.of(columns, rows);
    lookalikes.stream().map(Lookalikes.Column::line).forEach(notes::add);
    GuestReader reader =
        new GuestReader(
            columns,
            dates,
            options.unanswered == null ? Guest.Admission.PENDING : options.unanswered.admission());
    List<Guest> guests = new ArrayList<>();
    List<Refused> refused = new ArrayList<>();
    for (Row row : rows) {
      try {
        guests.add(reader.read(row));
      } catch (RefusedLine e) {
        refused.add(new Refused(row, e, reader.whose(row)));
      }
    }
    guests = AnsweredTwice.once(guests, notes);
    ShopCodes.missing(columns, guests).ifPresent(notes::add);
    notes.addAll(shortened(reader.doubts()));
    unanswered(guests, options.unanswered).ifPresent(notes::add);
    if (guests.stream().mapToLong(Guest::persons).sum() > MAX_PEOPLE) {
      throw new Failure(
          "the list lets in more than %,d people: --columns 'response=TITLE' of a column that does"
                  .formatted(MAX_PEOPLE)
              + " not say how many a row is for");
    }
    return new GuestList(sheet, columns, guests, refused, lookalikes, notes);
  }

  /** Returns the rows of guests, and says what is left out. */
  private static List<Row> rows(
      Sheet sheet, GuestColumns columns, boolean hidden, List<String> notes) {
    List<Row> shown = new ArrayList<>();
    List<Row> left = new ArrayList<>();
    long repeated = 0;
    for (Row row : sheet.rows()) {
      if (row.number() > columns.head().number()) {
        boolean titles = columns.repeats(row);
        repeated += titles ? 1 : 0;
        if (!titles) {
          (row.hidden() && !hidden ? left : shown).add(row);
        }
      }
    }
    if (repeated > 0) {
      notes.add("titles that come again, and are no guests: " + Text.count(repeated, "row"));
    }
    if (!left.isEmpty()) {
      notes.add(
          "hidden or filtered out in the sheet, and left out here: %s (%s); --hidden takes them too"
              .formatted(Text.count(left.size(), "row"), numbers(left)));
    }
    return shown;
  }

  private static String numbers(List<Row> rows) {
    String first =
        rows.stream()
            .limit(MAX_DOUBTS)
            .map(row -> String.valueOf(row.number()))
            .collect(Collectors.joining(", "));
    return rows.size() > MAX_DOUBTS ? first + " and more" : first;
  }

  /** Returns the first of many lines, and how many more there are. */
  private static List<String> shortened(List<String> lines) {
    if (lines.size() <= MAX_DOUBTS) {
      return lines;
    }
    List<String> some = new ArrayList<>(lines.subList(0, MAX_DOUBTS));
    some.add("and so in %d more rows".formatted(lines.size() - MAX_DOUBTS));
    return some;
  }

  private static Optional<String> unanswered(
      List<Guest> guests, GuestListOptions.Unanswered decided) {
    List<String> rows =
        guests.stream()
            .filter(guest -> !guest.answered())
            .map(guest -> String.valueOf(guest.row()))
            .toList();
    if (rows.isEmpty()) {
      return Optional.empty();
    }
    String which = String.join(", ", rows.subList(0, Math.min(MAX_DOUBTS, rows.size())));
    String who =
        Text.count(rows.size(), "row")
            + " without an answer ("
            + which
            + (rows.size() > MAX_DOUBTS ? " and more" : "")
            + ")";
    return Optional.of(
        decided == GuestListOptions.Unanswered.IN
            ? who + ": they come in, as --unanswered says"
            : who + ": they do not come in yet; --unanswered=in lets them in");
  }

  private static Dates dates(
      GuestColumns columns, List<Row> rows, Dates.Order order, ZoneId zone, List<String> notes) {
    int column = columns.column(Kind.DATE);
    if (column < 0) {
      return null;
    }
    String title = columns.names().get(column);
    List<String> values =
        rows.stream()
            .filter(row -> row.fault() == null)
            .map(row -> GuestWords.line(row.cell(column)))
            .filter(value -> !value.isEmpty() && !value.equals("-"))
            .toList();
    Dates dates = Dates.of(title, values, order, zone).orElse(null);
    if (dates == null) {
      notes.add(
          "column '%s' is kept as an answer: its dates are not understood, or may begin"
                  .formatted(title)
              + " with the day or the month, which --dates says");
    }
    return dates;
  }

  /** Returns the list without guests whose code is a ticket's of another list. */
  GuestList withoutCodesOf(Set<String> others) {
    List<Guest> left = new ArrayList<>();
    List<Refused> all = new ArrayList<>(refused);
    for (Guest guest : guests) {
      if (guest.code() != null && others.contains(guest.code())) {
        Kind kind = columns.kinds().contains(Kind.CODE) ? Kind.CODE : Kind.CODE_LINK;
        RefusedLine reason =
            new RefusedLine(columns.name(kind), "is the code of a ticket in another list");
        all.add(new Refused(rowOf(guest), reason, guest));
      } else {
        left.add(guest);
      }
    }
    all.sort(Comparator.comparingLong(each -> each.row().number()));
    return new GuestList(sheet, columns, left, List.copyOf(all), lookalikes, notes);
  }

  private Row rowOf(Guest guest) {
    return sheet.rows().stream()
        .filter(row -> row.number() == guest.row())
        .findFirst()
        .orElseThrow();
  }

  /** Returns refused rows whose guests are known. */
  List<Guest> refusedGuests() {
    return refused.stream().map(Refused::guest).filter(Objects::nonNull).toList();
  }

  /** Returns how the list is understood, to be shown. */
  List<String> preview() {
    String whose = columns.shop() == null ? "a guest list" : columns.shop();
    List<String> lines = new ArrayList<>();
    lines.add(whose + ", " + sheet.format() + ", titles in row " + columns.head().number());
    Stream<List<Object>> table =
        IntStream.range(0, columns.names().size())
            .mapToObj(i -> List.of(i + 1, columns.names().get(i), columns.kinds().get(i).word()));
    lines.addAll(table("COLUMN TITLE IS", table));
    Map<String, Integer> types = new TreeMap<>();
    guests.forEach(guest -> types.merge(guest.type(), guest.persons(), Integer::sum));
    lines.add(
        "%s, %s, %s not let in, %s, %s of its own; types: %s"
            .formatted(
                Text.count(guests.size(), "row"),
                Text.count(guests.stream().mapToInt(Guest::persons).sum(), "ticket"),
                count(guest -> guest.admission() != Guest.Admission.VALID, "row"),
                Text.count(refused.size(), "refused row"),
                count(guest -> guest.code() != null, "code"),
                Text.printable(types.toString())));
    Stream<List<Object>> first = guests.stream().limit(SHOWN).map(GuestList::cells);
    lines.addAll(table("ROW NAME E-MAIL TYPE CODE PERSONS STATE", first));
    return lines;
  }

  private String count(Predicate<Guest> which, String noun) {
    return Text.count(guests.stream().filter(which).count(), noun);
  }

  private static List<Object> cells(Guest it) {
    return Arrays.asList(
        it.row(), it.name(), it.email(), it.type(), it.code(), it.persons(), it.admission());
  }

  private static List<String> table(String head, Stream<List<Object>> rows) {
    List<List<String>> cells = new ArrayList<>(List.of(List.of(head.split(" "))));
    rows.forEach(row -> cells.add(row.stream().map(GuestList::shown).toList()));
    return TextTable.lines(cells);
  }

  private static String shown(Object cell) {
    return cell == null ? "-" : Text.printable(cell.toString());
  }
}
