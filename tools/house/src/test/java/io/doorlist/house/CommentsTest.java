package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** A sentence of a comment is held to what {@link ProseTest} holds the docs to. */
class CommentsTest {
  /** A paragraph, an item or a tag of a comment is a block of its own. */
  private static final Pattern BLOCK = Pattern.compile("\n\\s*\n|<p>|</?[ou]l>|<li>|\n\\s*(?=@)");

  /** Names and values count as one word. */
  private static final Pattern CODE =
      Pattern.compile("\\{@\\w+ (?:[^{}]++|\\{(?:[^{}]++|\\{[^{}]*+})*+})*+}");

  private static final Pattern SCRIPT_COMMENT =
      Pattern.compile("(?m)^[ \\t]*+(?://.*+(?:\n[ \\t]*+//.*+)*+|/\\*(?:[^*]++|\\*(?!/))*+\\*/)");

  private static final Pattern SCRIPT_MARK =
      Pattern.compile("(?m)^[ \\t]*(?:/\\*+|\\*(?!/)|//) ?|\\*/");

  private static final Pattern SCRIPT_CODE =
      Pattern.compile("`[^`]*+`|\\{(?:[^{}]++|\\{(?:[^{}]++|\\{[^{}]*+})*+})*+}");

  private static final Pattern SCRIPT_BLOCK = Pattern.compile("\n\\s*\n|(?<!\\w)(?=@[a-z]+\\b)");

  @Test
  void sentencesOfComments_areReadOnce() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Sources.files(".java")) {
      for (String comment : Comments.of(Sources.text(file))) {
        sentences(comment)
            .flatMap(sentence -> ProseTest.wrong(sentence).stream())
            .forEach(what -> wrong.add(Sources.name(file) + ": " + what));
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void sentencesOfComments_inJavaScript_areReadOnce() {
    List<String> wrong = new ArrayList<>();
    for (String ending : List.of(".js", ".mjs", ".ts")) {
      for (Path file : Sources.files(ending)) {
        sentencesOfJavaScript(Sources.text(file))
            .flatMap(sentence -> ProseTest.wrong(sentence).stream())
            .forEach(what -> wrong.add(Sources.name(file) + ": " + what));
      }
    }
    assertEquals(List.of(), wrong);
  }

  @Test
  void commentsOfJavaScript_endWithATag() {
    String script =
        """
        // One {a} two.
        // Three `four five`
        const x = "// no";
          /** Six. @param {{a: string}} seven what @returns {boolean} eight */
        /**
         * Nine.
         *
         * @type {string}
         */
        """;

    assertEquals(
        List.of(
            "One CODE two.",
            "Three CODE",
            "Six.",
            "@param CODE seven what",
            "@returns CODE eight",
            "Nine.",
            "@type CODE"),
        sentencesOfJavaScript(script).toList());
  }

  /** Returns those of comments that have lines of their own. */
  private static Stream<String> sentencesOfJavaScript(String script) {
    return SCRIPT_COMMENT
        .matcher(script)
        .results()
        .map(comment -> SCRIPT_MARK.matcher(comment.group()).replaceAll(""))
        .map(comment -> SCRIPT_CODE.matcher(comment).replaceAll("CODE"))
        .flatMap(SCRIPT_BLOCK::splitAsStream)
        .map(block -> block.replaceAll("\\s+", " ").strip())
        .flatMap(ProseTest::sentencesOf);
  }

  @Test
  void comments_areFoundBesideTexts() {
    String java =
        """
        /**
         * One {@code {a: {b}}} two. Three
         * four.
         *
         * <p>Five; six.
         *
         * @param x seven
         */
        int x = f("// no", 'a', '"'); // eight
        // nine.
        /* ten */
        """;

    List<String> sentences = Comments.of(java).stream().flatMap(CommentsTest::sentences).toList();

    assertEquals(
        List.of(
            "One CODE two.", "Three four.", "Five; six.", "@param x seven", "eight nine.", "ten"),
        sentences);
  }

  private static Stream<String> sentences(String comment) {
    return BLOCK
        .splitAsStream(comment)
        .map(block -> CODE.matcher(block).replaceAll("CODE").replaceAll("\\s+", " ").strip())
        .flatMap(ProseTest::sentencesOf);
  }
}
