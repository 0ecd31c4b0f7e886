package io.doorlist.http;

import io.doorlist.domain.Translations;
import java.util.List;
import java.util.Locale;
import java.util.Locale.LanguageRange;

/**
 * Titles of problems in the languages of the pages. A title is English unless the client prefers
 * another of these languages. The file with the other languages is read when it is first needed.
 */
final class ProblemTitles {
  static final String ENGLISH = "en";

  private ProblemTitles() {}

  static String language(Headers headers) {
    String preferred = String.join(",", headers.all(Headers.ACCEPT_LANGUAGE));
    try {
      for (LanguageRange range :
          preferred.isEmpty() ? List.<LanguageRange>of() : LanguageRange.parse(preferred)) {
        String language = Locale.forLanguageTag(range.getRange()).getLanguage();
        if (range.getWeight() > 0
            && (language.equals(ENGLISH) || Translations.LANGUAGES.contains(language))) {
          return language;
        }
      }
    } catch (IllegalArgumentException e) {
      // A malformed header counts as no preference.
    }
    return ENGLISH;
  }

  static String of(ProblemType type, String language) {
    return language.equals(ENGLISH) ? type.title() : Translated.TITLES.of(type.code(), language);
  }

  /** Loaded when a title other than the English one is asked for. */
  private static final class Translated {
    private static final Translations TITLES = new Translations(ProblemTitles.class, "titles.tsv");
  }
}
