package io.doorlist.cli.importing.guests;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.text.Normalizer;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Says how words of a guest list are compared, and what values mean. The meanings are in a table.
 */
final class GuestWords {
  /** Signs that mean that a cell is empty. Shops write such dashes. */
  static final Set<String> NOTHING = Set.of("-", "–");

  private static final int MAX_WORD = 1_000;
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}#+]+");
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}\uFEFF]+");
  private static final Pattern NUMBER = Pattern.compile("(?<![\\p{N}#+])[\\p{N}#+]++$");

  /** A sign that may follow an emoji, and makes no difference. */
  private static final String EMOJI_STYLE = "\uFE0F";

  /**
   * The sign between a value and a comment on the same line: a bracket, a comma, a semicolon or a
   * dash.
   */
  private static final Pattern COMMENT = Pattern.compile("[(（\\[,，;]| [-–—] ");

  private static final Pattern BETWEEN_WORDS = Pattern.compile("[^\\p{L}\\p{M}\\p{N}'’]+");

  /** The most words that have a meaning together. */
  private static final int MAX_WORDS = 4;

  private static final Map<String, Meaning> VALUES = new HashMap<>();

  static {
    for (List<String> row : table("values.txt")) {
      Meaning meaning = Meaning.valueOf(row.getFirst().toUpperCase(Locale.ROOT));
      cells(row.getLast()).forEach(word -> VALUES.putIfAbsent(plain(word), meaning));
    }
  }

  private GuestWords() {}

  enum Meaning {
    VALID,
    VOID,
    PENDING,
    UNANSWERED,
    YES,
    NO,

    /** Means nothing by itself, but reverses the word beside it. */
    NOT,
    TOTAL;

    boolean in() {
      return this == VALID || this == YES;
    }

    boolean out() {
      return this == VOID || this == NO || this == NOT;
    }

    /**
     * Returns whether the meaning says that somebody is let in or not, or that this is still open.
     */
    boolean decides() {
      return this != NOT && this != TOTAL;
    }
  }

  /**
   * Returns what a value means, with or without a comment; {@code null} if that is not known, or if
   * the comment says the opposite.
   */
  static Meaning meaning(String value) {
    Meaning whole = VALUES.get(plain(value));
    if (whole != null) {
      return whole == Meaning.NOT ? null : whole;
    }
    String line = line(value);
    Matcher comment = COMMENT.matcher(line);
    if (!comment.find()) {
      return null;
    }
    Meaning said = VALUES.get(plain(line.substring(0, comment.start())));
    boolean known = said != null && said.decides();
    boolean agreed = meanings(line.substring(comment.end())).noneMatch(it -> contradicts(said, it));
    return known && agreed ? said : null;
  }

  /** Returns a value on one line. A comment after a known word is left out. */
  static String withoutComment(String value) {
    String line = line(value);
    Matcher comment = COMMENT.matcher(line);
    boolean whole = VALUES.containsKey(plain(line)) || !comment.find();
    return whole ? line : line.substring(0, comment.start()).strip();
  }

  /** Returns what a word without a comment means; {@code null} if that is not known. */
  static Meaning word(String value) {
    return VALUES.get(plain(value));
  }

  /** Returns whether a text has words about whether somebody comes, as a remark may have. */
  static boolean says(String text) {
    return meanings(text).anyMatch(Meaning::decides);
  }

  private static boolean contradicts(Meaning one, Meaning other) {
    return one != null && (one.in() && other.out() || one.out() && other.in());
  }

  /**
   * Returns the meanings of the words of a text, alone and together with the words after them.
   * Single letters have none.
   */
  private static Stream<Meaning> meanings(String text) {
    List<String> words =
        Stream.of(BETWEEN_WORDS.split(text)).filter(word -> word.length() > 1).toList();
    return IntStream.range(0, words.size())
        .boxed()
        .flatMap(
            from ->
                IntStream.rangeClosed(from + 1, Math.min(from + MAX_WORDS, words.size()))
                    .mapToObj(to -> plain(String.join(" ", words.subList(from, to)))))
        .map(VALUES::get)
        .filter(Objects::nonNull);
  }

  /** Returns whether a text begins a row of totals, such as {@code Total: 512}. */
  static boolean isTotal(String text) {
    return VALUES.get(NUMBER.matcher(plain(text)).replaceFirst("")) == Meaning.TOTAL;
  }

  /**
   * Returns a word in small letters, without accents, spaces and signs. If nothing is left of it,
   * or if it is longer than words are, only the spaces around it are removed.
   */
  static String plain(String word) {
    if (word.length() > MAX_WORD) {
      return word.strip();
    }
    String quick = plainAscii(word);
    if (!quick.isEmpty()) {
      return quick;
    }
    String decomposed = Normalizer.normalize(word, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    String letters = MARKS.matcher(decomposed).replaceAll("").replace('ı', 'i').replace('ł', 'l');
    String plain = SIGNS.matcher(letters).replaceAll("");
    return plain.isEmpty() ? word.replace(EMOJI_STYLE, "").strip() : plain;
  }

  /**
   * Does the same as {@link #plain} for a word of ASCII characters, but faster. Returns an empty
   * text if the word has other characters, or if nothing is left of it. Most words of most lists
   * have only ASCII characters.
   */
  private static String plainAscii(String word) {
    StringBuilder plain = new StringBuilder(word.length());
    for (int i = 0; i < word.length(); i++) {
      char each = word.charAt(i);
      if (each > '~') {
        return "";
      }
      if (each >= 'a' && each <= 'z' || each >= '0' && each <= '9' || each == '#' || each == '+') {
        plain.append(each);
      } else if (each >= 'A' && each <= 'Z') {
        plain.append((char) (each + 'a' - 'A'));
      }
    }
    return plain.toString();
  }

  /** Returns a text on one line, with single spaces, and no spaces around it. */
  static String line(String text) {
    if (isLine(text)) {
      return text;
    }
    return SPACE.matcher(text).replaceAll(" ").strip();
  }

  /** Returns whether an ASCII text is on one line already, as most are. */
  private static boolean isLine(String text) {
    char before = ' ';
    for (int i = 0; i < text.length(); i++) {
      char each = text.charAt(i);
      if (each < ' ' || each > '~' || each == ' ' && before == ' ') {
        return false;
      }
      before = each;
    }
    return text.isEmpty() || before != ' ';
  }

  /** Reads a table from a file beside this class. In a row, semicolons separate the cells. */
  static List<List<String>> table(String name) {
    try (InputStream in = GuestWords.class.getResourceAsStream(name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8)
          .lines()
          .filter(line -> !line.startsWith("#"))
          .map(line -> Stream.of(line.split(";")).map(String::strip).toList())
          .toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Returns the words of one cell of a table. */
  static List<String> cells(String cell) {
    return Stream.of(cell.split("\\|")).map(String::strip).toList();
  }
}
