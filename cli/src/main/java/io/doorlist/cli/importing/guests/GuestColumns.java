package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * What the columns of a guest list say.
 *
 * @param shop whose titles these are, or {@code null}
 * @param head the row of the titles
 * @param names of the columns, each once
 * @param known whether a table or the user says what a column is
 * @param guesses what is not said by a title, but by cells
 */
record GuestColumns(
    String shop,
    Row head,
    List<String> names,
    List<Kind> kinds,
    List<Boolean> known,
    List<Finding> guesses) {
  /** Where titles are looked for: a list may have a heading. */
  static final int FIRST_ROWS = 10;

  /** Returns whether one of the first rows has a title of those who come, or one of these. */
  static boolean sayWho(List<Row> rows, Set<String> titles) {
    Set<String> wanted = titles.stream().map(GuestWords::plain).collect(Collectors.toSet());
    return rows.stream()
        .limit(FIRST_ROWS)
        .flatMap(row -> row.cells().stream())
        .anyMatch(
            cell ->
                wanted.contains(GuestWords.plain(cell))
                    || ColumnTitles.find(null, cell).filter(it -> it.kind().saysWho()).isPresent());
  }

  /** Returns whether a row repeats the titles, as lists do on each page. */
  boolean repeats(Row row) {
    boolean some = false;
    for (int i = 0; i < row.cells().size(); i++) {
      if (!GuestWords.line(row.cell(i)).isEmpty()) {
        if (!same(row, i)) {
          return false;
        }
        some = true;
      }
    }
    return some && row.fault() == null;
  }

  private boolean same(Row row, int column) {
    String cell = GuestWords.plain(row.cell(column));
    return !cell.isEmpty() && cell.equals(GuestWords.plain(head.cell(column)));
  }

  /** Returns how many titles of a row are known. */
  static long known(Row row) {
    return count(row, title -> ColumnTitles.find(null, title).isPresent());
  }

  private static long count(Row row, Predicate<String> which) {
    return row.cells().stream().filter(which).count();
  }

  /**
   * Finds the titles of a list, and what they mean.
   *
   * @param wanted kinds by titles, which come before the table's
   * @throws Failure if nothing says who the guests are
   */
  static GuestColumns of(Sheet sheet, Map<String, Kind> wanted) {
    Map<String, Kind> plain = new HashMap<>();
    wanted.forEach((title, kind) -> plain.put(GuestWords.plain(title), kind));
    Predicate<String> named = title -> plain.containsKey(GuestWords.plain(title));
    Row head = head(sheet, named);
    String shop = ColumnTitles.shop(head.cells());
    List<String> names = names(head.cells());
    List<Boolean> known =
        head.cells().stream()
            .map(title -> named.test(title) || ColumnTitles.find(shop, title).isPresent())
            .toList();
    ColumnGuesses guesses =
        new ColumnGuesses(
            names,
            sheet.rows().stream()
                .filter(row -> row.number() > head.number() && row.fault() == null)
                .toList());
    List<Kind> kinds = new ArrayList<>(kinds(shop, head.cells(), plain));
    guesses.runningNumbers(kinds, shop, i -> named.test(head.cells().get(i)));
    guesses.emails(kinds, known);
    guesses.names(kinds, known);
    if (kinds.stream().noneMatch(Kind::saysWho)) {
      throw new Failure(
          FailureType.NO_TITLES,
          "no column says who the guests are: the first row must have titles such as Name, E-Mail"
              + " or Code, or --columns 'name=TITLE,code=TITLE' says which is which");
    }
    return new GuestColumns(shop, head, names, List.copyOf(kinds), known, guesses.findings());
  }

  /**
   * Finds the row of the titles: of the first rows the one of which most titles are known, or else
   * the first. A row of one cell is a heading, unless most rows have no more.
   */
  private static Row head(Sheet sheet, Predicate<String> named) {
    List<Row> rows = sheet.rows().stream().filter(row -> row.fault() == null).toList();
    long wide = rows.stream().filter(row -> cells(row) > 1).count();
    return sheet.rows().stream()
        .limit(FIRST_ROWS)
        .filter(row -> row.fault() == null)
        .filter(row -> cells(row) > 1 || wide * 2 <= rows.size())
        .max(Comparator.comparingLong(row -> count(row, named) * FIRST_ROWS + known(row)))
        .orElseThrow(() -> new Failure(FailureType.EMPTY_LIST, "the list is empty"));
  }

  private static long cells(Row row) {
    return count(row, cell -> !GuestWords.line(cell).isEmpty());
  }

  /** Names columns: those without a title by their place, those of one title by number. */
  private static List<String> names(List<String> titles) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (String title : titles) {
      String line = GuestWords.line(title);
      String name = line.isEmpty() ? "column " + (names.size() + 1) : line;
      int times = seen.merge(name, 1, Integer::sum);
      names.add(times == 1 ? name : name + " (" + times + ")");
    }
    return names;
  }

  /**
   * Gives a meaning to its likeliest column; others that could have it are responses. Several may
   * be answers, or say who is kept out.
   */
  private static List<Kind> kinds(String shop, List<String> titles, Map<String, Kind> wanted) {
    List<ColumnTitles.Meaning> meanings = new ArrayList<>();
    for (String title : titles) {
      Kind said = wanted.get(GuestWords.plain(title));
      ColumnTitles.Meaning unknown =
          new ColumnTitles.Meaning(Kind.RESPONSE, Integer.MAX_VALUE, title);
      meanings.add(
          said == null
              ? ColumnTitles.find(shop, title).orElse(unknown)
              : new ColumnTitles.Meaning(said, -1, title));
    }
    Map<Kind, Integer> likeliest = new EnumMap<>(Kind.class);
    meanings.forEach(it -> likeliest.merge(it.kind(), it.rank(), Math::min));
    Set<Kind> given = EnumSet.noneOf(Kind.class);
    List<Kind> kinds = new ArrayList<>();
    for (ColumnTitles.Meaning meaning : meanings) {
      Kind kind = meaning.kind();
      boolean less = given.contains(kind) || likeliest.get(kind) < meaning.rank();
      kinds.add(less && !kind.shared() ? Kind.RESPONSE : kind);
      given.add(kinds.getLast());
    }
    return kinds;
  }

  /** Returns the first column of a kind, or -1. */
  int column(Kind kind) {
    return kinds.indexOf(kind);
  }

  /** Returns whether a column has a title. */
  boolean has(String title) {
    return column(title) >= 0;
  }

  /** Returns the first column with a title, or -1. */
  int column(String title) {
    return head.cells().stream().map(GuestWords::plain).toList().indexOf(GuestWords.plain(title));
  }

  /** Returns whether a column says who is not let in. */
  boolean decide() {
    return kinds.stream().anyMatch(Kind::decides);
  }

  /** Returns the names of the columns that say who is not let in. */
  List<String> deciding() {
    return IntStream.range(0, names.size())
        .filter(i -> kinds.get(i).decides())
        .mapToObj(names::get)
        .toList();
  }

  /** Returns what the columns of notes are, by their names, in their order. */
  Map<String, Kind> notes() {
    Map<String, Kind> notes = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (kinds.get(i).notes()) {
        notes.put(names.get(i), kinds.get(i));
      }
    }
    return notes;
  }

  /** Returns the name of a kind's column, or the kind's word. */
  String name(Kind kind) {
    return kinds.contains(kind) ? names.get(column(kind)) : kind.word();
  }
}
