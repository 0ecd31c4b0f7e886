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
 * The columns of one sheet of a guest list, and what each of them says.
 *
 * @param shop the shop that wrote the list, or {@code null}
 * @param head the row of the titles
 * @param names the columns' names, each only once
 * @param known for each column, whether the table of titles or the user says what it is
 * @param guesses findings about columns that were recognised by their cells, as their titles do not
 *     tell
 */
record GuestColumns(
    String shop,
    Row head,
    List<String> names,
    List<Kind> kinds,
    List<Boolean> known,
    List<Finding> guesses) {
  /** How many rows are searched for the titles, because a list may have a heading. */
  static final int FIRST_ROWS = 10;

  /**
   * Returns whether one of the first rows has one of these titles, or a known title that says who
   * guests are, such as that of their names.
   */
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

  /** Returns whether a row repeats the titles, as some lists do on each page. */
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

  /** Returns how many titles of a row the table knows. */
  static long known(Row row) {
    return count(row, title -> ColumnTitles.find(null, title).isPresent());
  }

  private static long count(Row row, Predicate<String> which) {
    return row.cells().stream().filter(which).count();
  }

  /**
   * Finds the titles of a list, and what they mean.
   *
   * @param wanted the kinds that the user gives to titles, which overrule the table of titles
   * @throws Failure if no column says who the guests are
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
   * Finds the row of the titles. It is the one with the most known titles among the first rows, or
   * else the first row. A row with only one filled cell is a heading, unless most rows are like
   * that.
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

  /**
   * Returns a name for each column. A column without a title is named by its number. If a title
   * occurs again, a number is added to it.
   */
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
   * Gives each kind to its likeliest column. Other columns that could be of that kind become
   * responses. Some kinds may have several columns ({@link Kind#shared}).
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

  /** Returns the first column of a kind; -1 if there is none. */
  int column(Kind kind) {
    return kinds.indexOf(kind);
  }

  /** Returns whether a column has a title. */
  boolean has(String title) {
    return column(title) >= 0;
  }

  /** Returns the first column with a title; -1 if there is none. */
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

  /** Returns the names and kinds of the columns of notes, in the order of the columns. */
  Map<String, Kind> notes() {
    Map<String, Kind> notes = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      if (kinds.get(i).notes()) {
        notes.put(names.get(i), kinds.get(i));
      }
    }
    return notes;
  }

  /**
   * Returns the name of the first column of a kind. Without such a column, this returns the word
   * for the kind.
   */
  String name(Kind kind) {
    return kinds.contains(kind) ? names.get(column(kind)) : kind.word();
  }
}
