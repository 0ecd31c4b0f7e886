package io.doorlist.cli.office;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.console.FailureType;
import io.doorlist.cli.importing.guests.FindingType;
import io.doorlist.cli.importing.guests.RefusalType;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** The words of the office: each language has all, with the same places and its own plurals. */
class OfficeWordsTest {
  private static final Pattern WORD =
      Pattern.compile("^  \"?([A-Za-z_-]+)\"?:\\s*(.*?),$", Pattern.MULTILINE | Pattern.DOTALL);

  private static final Pattern PLACE = Pattern.compile("\\{(\\w+)}");
  private static final Pattern FORM = Pattern.compile("\\b(zero|one|two|few|many|other): \"");
  private static final Pattern SAID = Pattern.compile("tell\\(\\s*\"([A-Za-z_]+)\"");
  private static final Pattern PREFIX = Pattern.compile("tell\\(`([a-z]+_)\\$");

  /** Questions of the command line, and what cannot be of an event that the page has. */
  private static final Set<FindingType> OF_NO_PAGE =
      EnumSet.of(
          FindingType.DOES_THE_COLUMN_DECIDE,
          FindingType.DO_THE_UNANSWERED_COME,
          FindingType.EVENT_IS_NEW,
          FindingType.EVENT_IS_NEW_HERE);

  private static final Pattern VALUE = Pattern.compile("\\{([a-z]+)(?::[a-z ]+)?}");

  private static String file(String name) {
    try (InputStream file =
        OfficeWordsTest.class.getResourceAsStream("/io/doorlist/cli/office/" + name)) {
      return new String(file.readAllBytes(), StandardCharsets.UTF_8);
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  /** Returns words by their names, with all forms of a word that has several. */
  private static Map<String, String> words(String language) {
    Map<String, String> words = new LinkedHashMap<>();
    List<String> lines = new ArrayList<>();
    for (String line : file("office-words-" + language + ".js").lines().toList()) {
      // A word goes on where its lines are further in.
      if (line.startsWith("    ") || line.equals("  },")) {
        lines.add(lines.removeLast() + " " + line.strip());
      } else {
        lines.add(line);
      }
    }
    Matcher word = WORD.matcher(String.join("\n", lines));
    while (word.find()) {
      words.put(word.group(1), word.group(2));
    }
    return words;
  }

  private static Set<String> found(Pattern pattern, String text) {
    return pattern
        .matcher(text)
        .results()
        .map(each -> each.group(1))
        .collect(Collectors.toCollection(TreeSet::new));
  }

  @ParameterizedTest
  @CsvSource({
    "en,one other",
    "de,one other",
    "fr,one other",
    "es,one other",
    "it,one other",
    "pt,one other",
    "nl,one other",
    "tr,one other",
    "pl,few many one other",
    "uk,few many one other",
    "ar,few many one other two zero",
    "ja,other"
  })
  void language_hasEveryWord_withItsPlaces_andItsPlurals(String language, String plurals) {
    Map<String, String> english = words("en");
    Map<String, String> words = words(language);
    assertTrue(english.size() > 100);

    assertEquals(english.keySet(), words.keySet());
    english.forEach(
        (name, text) -> {
          String said = words.get(name);
          assertEquals(found(PLACE, text), found(PLACE, said), name);
          boolean several = text.startsWith("{");
          assertEquals(
              several ? plurals : "", String.join(" ", found(FORM, said)), language + " " + name);
        });
  }

  /** What is to be known of a list comes as data, so that each language says the same. */
  @Test
  void everyRefusal_hasAWord_thatSaysNothingElse() {
    Map<String, String> words = words("en");
    Set<String> refusals = new TreeSet<>();
    for (RefusalType type : RefusalType.values()) {
      String name = "ref_" + type.name().toLowerCase(Locale.ROOT);
      refusals.add(name);
      assertTrue(words.containsKey(name), name);
      assertTrue(found(VALUE, type.text()).containsAll(found(PLACE, words.get(name))), name);
    }
    Set<String> said = new TreeSet<>(words.keySet());
    said.removeIf(word -> !word.startsWith("ref_"));
    assertEquals(refusals, said);
  }

  /** What went wrong has a word in each language, too. */
  @Test
  void everyFailure_hasAWord() {
    Set<String> failures =
        Stream.of(FailureType.values())
            .map(type -> "problem_" + type.word())
            .collect(Collectors.toCollection(TreeSet::new));
    Set<String> said = new TreeSet<>(words("en").keySet());
    said.removeIf(word -> !word.startsWith("problem_"));
    assertEquals(failures, said);
  }

  /** The page shows nothing of what the command line says but by a word. */
  @Test
  void everyProblemOfAnAnswer_isSaidByItsWord() {
    String page = file("office.js");
    assertEquals(
        Set.of("failure", "problem"), found(Pattern.compile("\\breason: ?([^(]*)\\("), page));
    assertFalse(Pattern.compile("body\\??\\.problem").matcher(page).find());
  }

  /** The same of findings, but for questions. */
  @Test
  void everyFinding_hasAWord_thatSaysNothingElse() {
    Map<String, String> words = words("en");
    for (FindingType type : EnumSet.complementOf(EnumSet.copyOf(OF_NO_PAGE))) {
      String name = "find_" + type.name().toLowerCase(Locale.ROOT);
      assertTrue(words.containsKey(name), name);
      Set<String> places = found(PLACE, words.get(name));
      places.remove("n");
      assertTrue(found(VALUE, type.text()).containsAll(places), name + " " + places);
    }
    Set<String> known =
        EnumSet.allOf(FindingType.class).stream()
            .map(type -> "find_" + type.name().toLowerCase(Locale.ROOT))
            .collect(Collectors.toSet());
    Set<String> unknown = new TreeSet<>(words.keySet());
    unknown.removeIf(word -> !word.startsWith("find_") || known.contains(word));
    assertEquals(Set.of(), unknown);
  }

  @Test
  void everyWord_isSaid_andEveryWordThatIsSaid_isThere() {
    String page = file("office.js");
    Set<String> known = words("en").keySet();
    Set<String> prefixes = found(PREFIX, page);

    Set<String> missing = new TreeSet<>(found(SAID, page));
    missing.removeAll(known);
    assertEquals(Set.of(), missing);
    List<String> unused =
        known.stream()
            .filter(word -> !page.contains("\"" + word + "\""))
            .filter(word -> prefixes.stream().noneMatch(word::startsWith))
            .toList();
    assertEquals(List.of(), unused);
    for (String kind : found(Pattern.compile("\\n {2}\"((?:[a-z-]+ )+)\" \\+"), page)) {
      for (String each : kind.strip().split(" ")) {
        assertTrue(known.contains("kind_" + each), each);
      }
    }
  }
}
