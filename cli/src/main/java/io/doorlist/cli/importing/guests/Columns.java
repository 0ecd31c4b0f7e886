package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * What the columns of a guest list say.
 *
 * @param shop whose titles these are, or {@code null}
 * @param head the row of the titles
 * @param names of the columns, each once
 */
record Columns(String shop, Row head, List<String> names, List<Kind> kinds) {
  private static final int FIRST_ROWS = 10;

  Columns {
    names = List.copyOf(names);
    kinds = List.copyOf(kinds);
  }

  /** Returns how many titles of a row are known. */
  static long known(List<String> cells) {
    return cells.stream().filter(cell -> Titles.find(null, cell).isPresent()).count();
  }

  /**
   * Finds the titles of a list, and what they mean.
   *
   * @param wanted kinds by titles, which come before the table's
   * @throws Failure if nothing says who the guests are, or a wanted title is not there
   */
  static Columns of(Sheet sheet, Map<String, Kind> wanted) {
    Map<String, Kind> plain = new HashMap<>();
    wanted.forEach((title, kind) -> plain.put(Words.plain(title), kind));
    Row head =
        sheet.rows().stream()
            .limit(FIRST_ROWS)
            .filter(row -> row.fault() == null)
            .max(Comparator.comparingLong(row -> rank(row, plain)))
            .orElseThrow(() -> new Failure("the list is empty"));
    Columns columns = of(head, names(head, width(sheet)), plain);
    for (String title : wanted.keySet()) {
      if (head.cells().stream().noneMatch(cell -> Words.plain(cell).equals(Words.plain(title)))) {
        throw new Failure("--columns: no column has the title '" + Text.printable(title) + "'");
      }
    }
    if (columns.kinds.stream().noneMatch(Kind::saysWho)) {
      throw new Failure(
          "no column says who the guests are: the first row must have titles such as Name, E-Mail"
              + " or Code; --columns 'name=TITLE,code=TITLE' says which is which");
    }
    return columns;
  }

  private static long rank(Row row, Map<String, Kind> wanted) {
    long named = row.cells().stream().filter(cell -> wanted.containsKey(Words.plain(cell))).count();
    return named * FIRST_ROWS + known(row.cells());
  }

  private static int width(Sheet sheet) {
    int all = sheet.rows().stream().mapToInt(row -> row.cells().size()).max().orElse(0);
    return sheet.free() ? all : 0;
  }

  /** Names columns: those without a title by their place, those of one title by number. */
  private static List<String> names(Row head, int width) {
    Map<String, Integer> seen = new HashMap<>();
    List<String> names = new ArrayList<>();
    for (int i = 0; i < Math.max(width, head.cells().size()); i++) {
      String title = Words.line(head.cell(i));
      String name = title.isEmpty() ? "column " + (i + 1) : title;
      int times = seen.merge(name, 1, Integer::sum);
      names.add(times == 1 ? name : name + " (" + times + ")");
    }
    return names;
  }

  private static Columns of(Row head, List<String> names, Map<String, Kind> wanted) {
    String shop = Titles.shop(head.cells()).orElse(null);
    Map<Kind, Integer> best = new EnumMap<>(Kind.class);
    Map<Integer, Titles.Meaning> meanings = new LinkedHashMap<>();
    for (int i = 0; i < names.size(); i++) {
      String title = head.cell(i);
      Kind named = wanted.get(Words.plain(title));
      Optional<Titles.Meaning> meaning =
          named == null ? Titles.find(shop, title) : Optional.of(new Titles.Meaning(named, -1));
      if (meaning.isPresent() && !Words.line(title).isEmpty()) {
        meanings.put(i, meaning.get());
        best.merge(meaning.get().kind(), meaning.get().rank(), Math::min);
      }
    }
    List<Kind> kinds = new ArrayList<>();
    for (int i = 0; i < names.size(); i++) {
      Titles.Meaning meaning = meanings.get(i);
      boolean taken = meaning != null && kinds.contains(meaning.kind());
      boolean its =
          meaning != null
              && (meaning.kind().several()
                  || (!taken && meaning.rank() == best.get(meaning.kind())));
      kinds.add(its ? meaning.kind() : Kind.RESPONSE);
    }
    return new Columns(shop, head, names, kinds);
  }

  /** Returns the column of a kind, or -1. */
  int column(Kind kind) {
    return kinds.indexOf(kind);
  }

  /** Returns the columns that satisfy a kind. */
  List<Integer> columns(Kind kind) {
    return IntStream.range(0, kinds.size())
        .filter(i -> kinds.get(i) == kind)
        .boxed()
        .toList();
  }

  boolean has(Kind kind) {
    return kinds.contains(kind);
  }

  /** Returns whether a column says who is not let in. */
  boolean decide() {
    return kinds.stream().anyMatch(Kind::decides);
  }

  /** Returns the name of a kind's column, or the kind's word. */
  String name(Kind kind) {
    return has(kind) ? names.get(column(kind)) : kind.word();
  }

  /** Returns what the file does not say, though it decides; {@code null} if it does. */
  String missing() {
    if (decide()) {
      return null;
    }
    String there =
        shop == null
            ? ""
            : ", such as " + shop + "'s " + String.join(" or ", Titles.deciding(shop));
    return "no column says who is not let in (status, void)" + there + ": every row is";
  }

  /** Returns the shop's name, or whose list it may be. */
  String owner() {
    return Objects.requireNonNullElse(shop, "a guest list");
  }
}
