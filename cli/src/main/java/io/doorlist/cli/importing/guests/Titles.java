package io.doorlist.cli.importing.guests;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;

/** The table of titles: in twelve languages, and of shops that are known by theirs. */
final class Titles {
  private static final Pattern LANGUAGE = Pattern.compile("[a-z]{2}");

  /** Such as the time zone in {@code Ticket Created Date (-07:00 Pacific Time (US & Canada))}. */
  private static final Pattern BRACKETS = Pattern.compile("\\s*[(（\\[].*$", Pattern.DOTALL);

  private static final Map<String, Meaning> ANY = new HashMap<>();
  private static final Map<String, Map<String, Meaning>> SHOPS = new LinkedHashMap<>();
  private static final Map<String, Set<String>> SIGNS = new LinkedHashMap<>();

  static {
    int rank = 0;
    for (List<String> row : Words.table("titles.txt")) {
      String owner = row.getFirst();
      Kind kind = Kind.of(row.get(1)).orElseThrow();
      boolean shop = !LANGUAGE.matcher(owner).matches();
      for (String title : Words.cells(row.getLast())) {
        String plain = Words.plain(title);
        if (shop && title.startsWith("!")) {
          SIGNS.computeIfAbsent(owner, key -> new HashSet<>()).add(plain);
        }
        Map<String, Meaning> titles =
            shop ? SHOPS.computeIfAbsent(owner, key -> new HashMap<>()) : ANY;
        titles.putIfAbsent(plain, new Meaning(kind, rank++));
      }
    }
  }

  private Titles() {}

  /**
   * What a title means.
   *
   * @param rank the lower, the likelier it is
   */
  record Meaning(Kind kind, int rank) {}

  /** Finds the shop whose titles these are. */
  static Optional<String> shop(List<String> titles) {
    List<String> plain = new ArrayList<>();
    titles.forEach(title -> plain.addAll(forms(title)));
    return SIGNS.keySet().stream().filter(shop -> found(shop, plain) > 0).reduce(
        (best, shop) -> found(shop, plain) > found(best, plain) ? shop : best);
  }

  private static long found(String shop, List<String> plain) {
    return SIGNS.get(shop).stream().filter(plain::contains).count();
  }

  /** Finds what a title means, in a shop's file if {@code shop} is not {@code null}. */
  static Optional<Meaning> find(String shop, String title) {
    List<String> forms = forms(title);
    Map<String, Meaning> own = shop == null ? Map.of() : SHOPS.get(shop);
    for (Map<String, Meaning> titles : List.of(own, ANY)) {
      for (String form : forms) {
        if (titles.containsKey(form)) {
          return Optional.of(titles.get(form));
        }
      }
    }
    return Optional.empty();
  }

  /** Returns a title's forms to look for: whole, and without its last part in brackets. */
  private static List<String> forms(String title) {
    String bare = BRACKETS.matcher(title).replaceFirst("");
    return bare.isEmpty()
        ? List.of(Words.plain(title))
        : List.of(Words.plain(title), Words.plain(bare));
  }

  /** Returns the titles by which a shop says whether a ticket is void, as the table has them. */
  static List<String> deciding(String shop) {
    return Words.table("titles.txt").stream()
        .filter(row -> row.getFirst().equals(shop) && Kind.of(row.get(1)).orElseThrow().decides())
        .flatMap(row -> Words.cells(row.getLast()).stream())
        .map(title -> title.startsWith("!") ? title.substring(1) : title)
        .toList();
  }
}
