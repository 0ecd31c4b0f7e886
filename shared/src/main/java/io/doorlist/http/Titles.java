package io.doorlist.http;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;
import java.util.Map;

/**
 * Titles of problems in the languages of the pages. English unless the client prefers another one
 * of them; the others are read when they are first needed.
 */
final class Titles {
  static final String ENGLISH = "en";

  /** The languages in the order of the file's columns. */
  private static final List<String> LANGUAGES =
      List.of("de", "fr", "es", "it", "pt", "nl", "pl", "tr", "uk", "ar", "ja");

  private static final String FILE = "titles.tsv";

  private Titles() {}

  /** Returns the language that suits these headers best. */
  static String language(Headers headers) {
    String preferred = String.join(",", headers.all(Headers.ACCEPT_LANGUAGE));
    try {
      for (LanguageRange range :
          preferred.isEmpty() ? List.<LanguageRange>of() : LanguageRange.parse(preferred)) {
        String language = Locale.forLanguageTag(range.getRange()).getLanguage();
        if (range.getWeight() > 0 && (language.equals(ENGLISH) || LANGUAGES.contains(language))) {
          return language;
        }
      }
    } catch (IllegalArgumentException e) {
      // A malformed preference is none.
    }
    return ENGLISH;
  }

  /** Returns the title of a kind of problem. */
  static String of(ProblemType type, String language) {
    return language.equals(ENGLISH)
        ? type.title()
        : Translated.TITLES.get(type.code())[LANGUAGES.indexOf(language) + 1];
  }

  /** Loaded when a title other than the English one is asked for. */
  private static final class Translated {
    /** By code: the row of the file, which begins with the code. */
    private static final Map<String, String[]> TITLES = read();

    private static Map<String, String[]> read() {
      Map<String, String[]> rows = new HashMap<>();
      try (InputStream file = Titles.class.getResourceAsStream(FILE)) {
        new String(file.readAllBytes(), StandardCharsets.UTF_8)
            .lines()
            .map(line -> line.split("\t"))
            .forEach(row -> rows.put(row[0], row));
      } catch (IOException e) {
        throw new IllegalStateException("a file of the package cannot be read", e);
      }
      return rows;
    }
  }
}
