package io.doorlist.cli.importing.guests;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.Text;
import io.doorlist.cli.importing.guests.Sheet.Row;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/**
 * What the columns of a guest list say.
 *
 * @param shop whose titles these are, or {@code null}
 * @param head the row of the titles
 * @param names of the columns, each once
 */
record Columns(String shop, Row head, List<String> names, List<Kind> kinds) {
  /** Where titles are looked for: a list may have a heading. */
  static final int FIRST_ROWS = 10;

  /** Returns how many titles of a row are known. */
  static long known(Row row) {
    return row.cells().stream().filter(cell -> Titles.find(null, cell).isPresent()).count();
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
            .max(Comparator.comparingLong(row -> named(row, plain) * FIRST_ROWS + known(row)))
            .orElseThrow(() -> new Failure("the list is empty"));
    for (String title : wanted.keySet()) {
      if (named(head, Map.of(Words.plain(title), Kind.NAME)) == 0) {
        throw new Failure("--columns: no column has the title '" + Text.printable(title) + "'");
      }
    }
    String shop = Titles.shop(head.cells()).orElse(null);
    List<String> names = names(head, sheet.width());
    Columns columns = new Columns(shop, head, names, kinds(shop, head, names.size(), plain));
    if (columns.kinds.stream().noneMatch(Kind::saysWho)) {
      throw new Failure(
          "no column says who the guests are: the first row must have titles such as Name, E-Mail"
              + " or Code; --columns 'name=TITLE,code=TITLE' says which is which");
    }
    return columns;
  }

  private static long named(Row row, Map<String, Kind> wanted) {
    return row.cells().stream().filter(cell -> wanted.containsKey(Words.plain(cell))).count();
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

  /** Gives a meaning to its likeliest column; others that could have it are responses. */
  private static List<Kind> kinds(String shop, Row head, int width, Map<String, Kind> wanted) {
    List<Titles.Meaning> meanings = new ArrayList<>();
    Map<Kind, Integer> best = new EnumMap<>(Kind.class);
    for (int i = 0; i < width; i++) {
      String title = head.cell(i);
      Kind named = wanted.getOrDefault(Words.plain(title), Kind.RESPONSE);
      boolean said = wanted.containsKey(Words.plain(title));
      Titles.Meaning other = new Titles.Meaning(named, said ? -1 : Integer.MAX_VALUE, title);
      meanings.add(said ? other : Titles.find(shop, title).orElse(other));
      best.merge(meanings.getLast().kind(), meanings.getLast().rank(), Math::min);
    }
    List<Kind> kinds = new ArrayList<>();
    for (Titles.Meaning meaning : meanings) {
      Kind kind = meaning.kind();
      boolean its = meaning.rank() == best.get(kind) && !kinds.contains(kind);
      kinds.add(its || kind.several() ? kind : Kind.RESPONSE);
    }
    return kinds;
  }

  /** Returns the first column of a kind, or -1. */
  int column(Kind kind) {
    return kinds.indexOf(kind);
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

  /** The table of titles: in twelve languages, and of shops that are known by theirs. */
  static final class Titles {
    /** Such as the time zone in {@code Ticket Created Date (-07:00 Pacific Time (US & Canada))}. */
    private static final Pattern BRACKETS = Pattern.compile("\\s*[(（\\[].*$", Pattern.DOTALL);

    private static final String ANY = "";
    private static final Map<String, Map<String, Meaning>> OWNERS = new HashMap<>();
    private static final Map<String, Set<String>> SIGNS = new TreeMap<>();

    static {
      for (List<String> row : Words.table("titles.txt")) {
        String owner = row.getFirst().length() == 2 ? ANY : row.getFirst();
        Map<String, Meaning> titles = OWNERS.computeIfAbsent(owner, key -> new HashMap<>());
        for (String title : Words.cells(row.getLast())) {
          String plain = Words.plain(title);
          if (title.startsWith("!")) {
            SIGNS.computeIfAbsent(owner, key -> new HashSet<>()).add(plain);
          }
          Kind kind = Kind.of(row.get(1)).orElseThrow();
          titles.putIfAbsent(plain, new Meaning(kind, titles.size(), title.replaceFirst("^!", "")));
        }
      }
    }

    private Titles() {}

    /** What a title means: the lower its rank, the likelier. */
    record Meaning(Kind kind, int rank, String title) {}

    /** Finds the shop whose titles these are, by its signs. */
    static Optional<String> shop(List<String> titles) {
      List<String> plain = titles.stream().flatMap(title -> forms(title).stream()).toList();
      return SIGNS.keySet().stream()
          .filter(shop -> signs(shop, plain) > 0)
          .max(Comparator.comparingLong(shop -> signs(shop, plain)));
    }

    private static long signs(String shop, List<String> plain) {
      return SIGNS.get(shop).stream().filter(plain::contains).count();
    }

    /** Finds what a title means, in a shop's file if {@code shop} is not {@code null}. */
    static Optional<Meaning> find(String shop, String title) {
      for (String owner : shop == null ? List.of(ANY) : List.of(shop, ANY)) {
        for (String form : forms(title)) {
          if (OWNERS.get(owner).containsKey(form)) {
            return Optional.of(OWNERS.get(owner).get(form));
          }
        }
      }
      return Optional.empty();
    }

    /** Returns a title whole, and without its last part in brackets. */
    private static List<String> forms(String title) {
      List<String> forms = new ArrayList<>(List.of(Words.plain(title)));
      String bare = BRACKETS.matcher(title).replaceFirst("");
      if (!bare.isEmpty()) {
        forms.add(Words.plain(bare));
      }
      return forms;
    }

    /** Returns the titles by which a shop says who is not let in. */
    static List<String> deciding(String shop) {
      return OWNERS.get(shop).values().stream()
          .filter(meaning -> meaning.kind().decides())
          .map(Meaning::title)
          .sorted()
          .toList();
    }
  }
}
