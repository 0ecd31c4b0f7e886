package io.doorlist.cli.importing.guests;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** The table of titles: in twelve languages, and of shops that are known by theirs. */
final class Titles {
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

  /**
   * What a title means.
   *
   * @param rank the lower, the likelier it is
   */
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
