package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.yaml.snakeyaml.Yaml;

/**
 * A sentence of the docs and of openapi.yaml has at most 30 words and no chain of colons or
 * semicolons. This is only the floor: whether a sentence is read once, only a reader can tell.
 */
class ProseTest {
  private static final int MOST_WORDS = 30;

  private static final int FEWEST_OF_A_CHAIN = 2;

  /** Members of openapi.yaml that are texts for readers. */
  private static final Set<String> TEXTS = Set.of("summary", "description");

  private static final Pattern FENCE = Pattern.compile("\\s*```.*");

  /** A heading's, an item's or a quotation's mark; the text after it is a block of its own. */
  private static final Pattern MARK = Pattern.compile("^\\s*(#+|[-*+>]|\\d+\\.)\\s+");

  private static final Pattern CELL = Pattern.compile("(?<!\\\\)\\|");

  private static final Pattern RULER = Pattern.compile("[|\\s:-]+");

  private static final Pattern CODE = Pattern.compile("`+[^`]*`+");

  private static final Pattern LINK = Pattern.compile("!?\\[([^\\]]*)]\\([^)]*\\)");

  private static final Pattern TAG = Pattern.compile("<[^>]+>");

  /** A full stop, and what begins the next sentence. */
  private static final Pattern STOP = Pattern.compile("(?<=[.!?])[)\"*_]*\\s+(?=[^a-z])");

  private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

  private static final Pattern LINKING = Pattern.compile("[;:](?=\\s|$)");

  @Test
  void sentencesOfTheDocs_areReadOnce() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Sources.files(".md")) {
      for (String sentence : sentences(Sources.text(file))) {
        wrong(sentence).forEach(what -> wrong.add(Sources.name(file) + ": " + what));
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void sentencesOfTheDescription_areReadOnce() {
    Object description = new Yaml().load(Sources.text(Sources.ROOT.resolve("openapi.yaml")));
    List<String> wrong =
        texts(description)
            .flatMap(text -> sentences(text).stream())
            .flatMap(sentence -> wrong(sentence).stream())
            .toList();
    assertEquals(List.of(), wrong);
  }

  /** Returns the summaries and descriptions of a part of the description, in its order. */
  private static Stream<String> texts(Object part) {
    if (part instanceof Map<?, ?> members) {
      return members.entrySet().stream()
          .filter(each -> !each.getKey().equals("example"))
          .flatMap(each -> texts(each.getKey(), each.getValue()));
    }
    return part instanceof List<?> items ? items.stream().flatMap(ProseTest::texts) : Stream.of();
  }

  private static Stream<String> texts(Object name, Object value) {
    return TEXTS.contains(name) && value instanceof String text ? Stream.of(text) : texts(value);
  }

  @Test
  void sentences_endWithAStopACellAnItemOrABlankLine() {
    String text =
        """
        # A heading
        One two
        three. Four `five six`!

        - an item [with a link](https://example.com/a.b) goes
          on
        | a cell | another; one |
        |---|---|
        ```
        no; prose: here;
        ```
        Last, e.g. this
        """;

    assertEquals(
        List.of(
            "A heading",
            "One two three.",
            "Four CODE!",
            "an item with a link goes on",
            "a cell",
            "another; one",
            "Last, e.g. this"),
        sentences(text));
  }

  @Test
  void longSentencesAndChains_areNamed() {
    assertEquals(List.of(), wrong("word ".repeat(MOST_WORDS)));
    assertEquals(List.of("31 words: " + "word ".repeat(31)), wrong("word ".repeat(MOST_WORDS + 1)));
    assertEquals(List.of(), wrong("At 10:00 one thing; another"));
    assertEquals(List.of("chain: one: two; three"), wrong("one: two; three"));
  }

  /** Returns what is wrong with a sentence. */
  static List<String> wrong(String sentence) {
    List<String> wrong = new ArrayList<>();
    long words = WORD.matcher(sentence).results().count();
    if (words > MOST_WORDS) {
      wrong.add(words + " words: " + sentence);
    }
    if (LINKING.matcher(sentence).results().count() >= FEWEST_OF_A_CHAIN) {
      wrong.add("chain: " + sentence);
    }
    return wrong;
  }

  /** Returns the sentences of a text in Markdown, each with its code as one word. */
  private static List<String> sentences(String markdown) {
    return blocks(markdown).stream()
        .map(block -> CODE.matcher(block).replaceAll("CODE"))
        .map(block -> LINK.matcher(block).replaceAll("$1"))
        .map(block -> TAG.matcher(block).replaceAll(""))
        .flatMap(ProseTest::sentencesOf)
        .toList();
  }

  /** Returns the sentences of a paragraph in one line. */
  static Stream<String> sentencesOf(String block) {
    return STOP.splitAsStream(block).map(String::strip).filter(sentence -> !sentence.isEmpty());
  }

  /** Returns paragraphs, headings, items and cells, each in one line. */
  private static List<String> blocks(String markdown) {
    List<String> blocks = new ArrayList<>();
    StringBuilder block = new StringBuilder();
    boolean fenced = false;
    for (String line : markdown.lines().toList()) {
      boolean fence = FENCE.matcher(line).matches();
      boolean row = line.strip().startsWith("|");
      boolean marked = MARK.matcher(line).find();
      if (fence || row || marked || line.isBlank()) {
        blocks.add(block.toString());
        block.setLength(0);
      }
      if (fence) {
        fenced = !fenced;
      } else if (!fenced && row) {
        cells(line).forEach(blocks::add);
      } else if (!fenced) {
        block.append(MARK.matcher(line).replaceFirst("").strip()).append(' ');
      }
      if (line.startsWith("#")) {
        blocks.add(block.toString());
        block.setLength(0);
      }
    }
    blocks.add(block.toString());
    return blocks;
  }

  private static Stream<String> cells(String row) {
    return RULER.matcher(row).matches() ? Stream.of() : CELL.splitAsStream(row.strip());
  }
}
