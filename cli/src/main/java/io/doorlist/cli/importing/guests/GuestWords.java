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
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** How words of a guest list are compared, and what values mean, by a table. */
final class GuestWords {
  private static final Pattern MARKS = Pattern.compile("\\p{M}+");
  private static final Pattern SIGNS = Pattern.compile("[^\\p{L}\\p{N}#+]+");
  private static final Pattern SPACE = Pattern.compile("[\\s\\p{Z}\\p{Cntrl}\uFEFF]+");
  private static final Pattern NUMBER = Pattern.compile("[\\p{N}#+]+$");
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
    YES,
    NO,
    TOTAL
  }

  static Meaning meaning(String value) {
    return VALUES.get(plain(value));
  }

  /** Returns whether a text heads a row of totals, such as {@code Total: 512}. */
  static boolean isTotal(String text) {
    return VALUES.get(NUMBER.matcher(plain(text)).replaceFirst("")) == Meaning.TOTAL;
  }

  /** Returns a word without capitals, accents, spaces and signs, or as it is if that is all. */
  static String plain(String word) {
    String decomposed = Normalizer.normalize(word, Normalizer.Form.NFKD).toLowerCase(Locale.ROOT);
    String letters = MARKS.matcher(decomposed).replaceAll("").replace('ı', 'i').replace('ł', 'l');
    String plain = SIGNS.matcher(letters).replaceAll("");
    return plain.isEmpty() ? word.strip() : plain;
  }

  /** Returns a text on one line, with single spaces and none around it. */
  static String line(String text) {
    return SPACE.matcher(text).replaceAll(" ").strip();
  }

  /** Reads a table: rows of cells between semicolons. */
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
