package io.doorlist.domain.checkin;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Translations;
import io.doorlist.door.rules.UnmetRule;
import io.doorlist.door.rules.UnmetRule.Counted;
import io.doorlist.door.rules.UnmetRule.Kind;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ExplanationsTest {
  private static final List<String> OWN = List.of("hours", "minutes", "or", "comma", "days");
  private static final List<String> NO_TIME = Collections.singletonList(null);

  @Test
  void everySentence_isThatOfTheScannerPage() throws IOException {
    Path web = Path.of(System.getProperty("doorlist.root"), "pages", "src", "main", "web");
    List<String> pages = new ArrayList<>();
    for (String language : Translations.LANGUAGES) {
      String words = Files.readString(web.resolve("words-" + language + ".js"));
      pages.add(words.replace("\\u00a0", "\u00a0"));
    }
    List<String[]> rows;
    try (InputStream file = Explanations.class.getResourceAsStream("explanations.tsv")) {
      rows =
          new String(file.readAllBytes(), StandardCharsets.UTF_8)
              .lines()
              .map(line -> line.split("\t"))
              .toList();
    }

    assertFalse(rows.isEmpty());
    Translations words = new Translations(Explanations.class, "explanations.tsv");
    for (String[] row : rows) {
      assertEquals(Translations.LANGUAGES.size() + 1, row.length, () -> Arrays.toString(row));
      for (int i = 0; i < pages.size(); i++) {
        assertEquals(row[i + 1], words.of(row[0], Translations.LANGUAGES.get(i)));
      }
      for (int i = 0; i < pages.size() && !OWN.contains(row[0]); i++) {
        String line = "  " + row[0] + ": \"" + row[i + 1] + "\",\n";
        assertTrue(pages.get(i).contains(line), line);
      }
    }
  }

  /** Every kind of unmetRule that the page has words for has words here, in every language. */
  @Test
  void everyMiss_isSaidInEveryLanguage_withoutPlacesLeft() {
    for (String language : Translations.LANGUAGES) {
      for (Kind kind : Kind.values()) {
        for (Counted counted : Counted.values()) {
          UnmetRule unmetRule =
              new UnmetRule(kind, counted, 2L, 1L, List.of("A", "B"), List.of(1, 7));
          Optional<String> said = Explanations.of(language, List.of(unmetRule), List.of("18:00"));

          assertEquals(known(kind, counted), said.isPresent(), language + " " + unmetRule);
          assertFalse(said.orElse("").matches(".*[{}].*"), said::toString);
        }
      }
    }
  }

  private static boolean known(Kind kind, Counted counted) {
    boolean minutes =
        counted == Counted.MINUTES_SINCE_LAST_ENTRY || counted == Counted.MINUTES_SINCE_FIRST_ENTRY;
    return switch (kind) {
      case AT_MOST -> !minutes;
      case AT_LEAST -> !minutes && counted != Counted.ENTRIES_TODAY;
      default -> true;
    };
  }

  @Test
  void words_areAsTheyAreSaid() {
    assertEquals("Nur einmal.", german(unmetRule(Kind.AT_MOST, Counted.ENTRIES, 1)));
    assertEquals("Einlässe: höchstens 2.", german(unmetRule(Kind.AT_MOST, Counted.ENTRIES, 2)));
    assertEquals("Nur einmal am Tag.", german(unmetRule(Kind.AT_MOST, Counted.ENTRIES_TODAY, 1)));
    assertEquals(
        "Nur bis 2 Std. nach dem letzten Einlass.",
        german(unmetRule(Kind.WITHIN, Counted.MINUTES_SINCE_LAST_ENTRY, 120)));
    assertEquals(
        "Nur bis 90 Min. nach dem ersten Einlass.",
        german(unmetRule(Kind.WITHIN, Counted.MINUTES_SINCE_FIRST_ENTRY, 90)));
    assertEquals(
        "Frühestens 1 Std. nach dem letzten Einlass.",
        german(unmetRule(Kind.AFTER, Counted.MINUTES_SINCE_LAST_ENTRY, 60)));
    assertEquals(
        "Nur an diesen Tagen: Montag, Samstag oder Sonntag.",
        german(new UnmetRule(Kind.WEEKDAY, null, null, null, List.of(), List.of(1, 6, 7))));
    UnmetRule since =
        new UnmetRule(Kind.AT_MOST, Counted.ENTRIES_SINCE, 3L, 1L, List.of(), List.of());
    assertEquals(
        "Einlässe: höchstens 3. Gezählt ab 18:00.",
        Explanations.of("de", List.of(since), List.of("18:00")).orElseThrow());
    UnmetRule before =
        new UnmetRule(Kind.AT_LEAST, Counted.DAYS_BEFORE, 1L, 1L, List.of(), List.of());
    assertEquals(
        "Tage mit Einlass davor: mindestens 1. Gezählt bis 18:00.",
        Explanations.of("de", List.of(before), List.of("18:00")).orElseThrow());
  }

  @Test
  void nothing_isSaid_ofWhatHasNoWords() {
    UnmetRule nowhere = new UnmetRule(Kind.GATE, null, null, null, List.of(), List.of());
    assertEquals(Optional.empty(), Explanations.of("de", List.of(nowhere), NO_TIME));
    assertEquals(
        Optional.empty(),
        Explanations.of("sv", List.of(unmetRule(Kind.OUTSIDE, null, 0)), NO_TIME));
    assertEquals(
        Optional.empty(),
        Explanations.of("en", List.of(unmetRule(Kind.OUTSIDE, null, 0)), NO_TIME));
  }

  private static String german(UnmetRule unmetRule) {
    return Explanations.of("de", List.of(unmetRule), NO_TIME).orElseThrow();
  }

  private static UnmetRule unmetRule(Kind kind, Counted counted, long number) {
    return new UnmetRule(kind, counted, number, null, List.of(), List.of());
  }
}
