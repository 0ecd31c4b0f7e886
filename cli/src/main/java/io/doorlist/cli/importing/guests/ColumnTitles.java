package io.doorlist.cli.importing.guests;

import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.ToLongFunction;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Knows the titles of columns in twelve languages, and the titles by which the lists of shops are
 * recognised.
 */
final class ColumnTitles {
  /**
   * Brackets in a title, and all that follows, such as the time zone in {@code Ticket Created Date
   * (-07:00 Pacific Time (US & Canada))}.
   */
  private static final Pattern BRACKETS = Pattern.compile("[(（\\[].*", Pattern.DOTALL);

  /**
   * A shop's list must have this many titles that are typical of the shop, because a single one may
   * be in anybody's list.
   */
  private static final int MIN_SIGNS = 2;

  private static final String ANY = "";
  private static final int LANGUAGE = 2;

  /**
   * In the table, this stands in the place of a shop's name before words to look for in questions.
   */
  private static final String QUESTION = "?";

  /**
   * Finds questions by the question mark, which may be Arabic or Japanese. Many forms leave it out,
   * so the first or last word may show a question, too.
   */
  private static final Pattern ASKS =
      Pattern.compile(
          "[?？؟]|^(?:will|are|can|do|bist|kommst|kommen|nimmst|nehmen|serez|viendrez|czy|чи|هل)[ -]"
              + "|ますか$|m[ıiuü]s[ıiuü]n(?:[ıiuü]z)?$",
          Pattern.CASE_INSENSITIVE | Pattern.UNICODE_CASE);

  /** Words that are found anywhere in a title, because Japanese has no spaces between words. */
  private static final Pattern NO_BLANKS =
      Pattern.compile("[\\p{IsHan}\\p{IsHiragana}\\p{IsKatakana}]+");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}'’ʼ]+");

  private static final Map<String, Map<String, Meaning>> OWNERS = new TreeMap<>();

  static {
    for (List<String> row : GuestWords.table("titles.txt")) {
      String owner = row.getFirst().length() == LANGUAGE ? ANY : row.getFirst();
      Map<String, Meaning> titles = OWNERS.computeIfAbsent(owner, key -> new HashMap<>());
      for (String title : GuestWords.cells(row.getLast())) {
        Kind kind = Kind.of(row.get(1)).orElseThrow();
        titles.putIfAbsent(
            owner.equals(QUESTION) ? words(title) : GuestWords.plain(title),
            new Meaning(kind, titles.size(), title));
      }
    }
  }

  private ColumnTitles() {}

  /**
   * What a title means. The lower the rank, the likelier the meaning. A title that begins with
   * {@code !} in the table is typical of its shop.
   */
  record Meaning(Kind kind, int rank, String title) {}

  /**
   * Returns the shop whose typical titles are among these titles; {@code null} if there is none.
   */
  static String shop(List<String> titles) {
    List<String> plain = titles.stream().flatMap(ColumnTitles::forms).toList();
    ToLongFunction<String> signs =
        shop ->
            plain.stream()
                .map(OWNERS.get(shop)::get)
                .filter(meaning -> meaning != null && meaning.title().startsWith("!"))
                .distinct()
                .count();
    return OWNERS.keySet().stream()
        .filter(shop -> signs.applyAsLong(shop) >= MIN_SIGNS)
        .max(Comparator.comparingLong(signs))
        .orElse(null);
  }

  /**
   * Returns what a title means.
   *
   * @param shop the shop that wrote the file, or {@code null}
   */
  static Optional<Meaning> find(String shop, String title) {
    return (shop == null ? Stream.of(ANY) : Stream.of(shop, ANY))
        .flatMap(owner -> forms(title).map(OWNERS.get(owner)::get))
        .filter(Objects::nonNull)
        .findFirst()
        .or(() -> asked(title));
  }

  /** Returns the meaning of a title that is a question, such as "Will you attend the gala?". */
  private static Optional<Meaning> asked(String title) {
    if (!ASKS.matcher(GuestWords.line(title)).find()) {
      return Optional.empty();
    }
    String asked = " " + words(title);
    return OWNERS.get(QUESTION).entrySet().stream()
        .filter(
            word ->
                asked.contains(
                    // A word is found only where a word of the title begins, so "vem" is not
                    // found in "novembro".
                    (NO_BLANKS.matcher(word.getKey()).find() ? "" : " ") + word.getKey()))
        .map(Map.Entry::getValue)
        .findFirst();
  }

  /**
   * Returns the words of a text in the form in which they are compared, with spaces between them.
   */
  private static String words(String text) {
    return Stream.of(BETWEEN_WORDS.split(text))
        .filter(word -> !word.isEmpty())
        .map(GuestWords::plain)
        .collect(Collectors.joining(" "));
  }

  /** Returns a title as it is, and without its brackets. */
  private static Stream<String> forms(String title) {
    return Stream.of(title, BRACKETS.matcher(title).replaceFirst("")).map(GuestWords::plain);
  }

  /** Returns the titles of a shop's columns that say who is not let in. */
  static List<String> deciding(String shop) {
    return OWNERS.get(shop).values().stream()
        .filter(meaning -> meaning.kind().decides())
        .map(meaning -> meaning.title().replaceFirst("^!", ""))
        .sorted()
        .toList();
  }
}
