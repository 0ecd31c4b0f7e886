package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.List;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** What the docs promise to somebody who reads them for the first time. */
class ReadersTest {
  private static final Pattern WORD = Pattern.compile("\\S*\\w\\S*");

  private static final Pattern ROW = Pattern.compile("(?m)^\\| ([^|]+) \\|");

  private static final List<String> TERMS =
      List.of(
          "ticket", "code", "list", "log", "passage", "asked", "told", "withdrawn", "explained");

  /** Issue 68: what an app must know of a queue is read at once, or nobody keeps to it. */
  @Test
  void queueOfAnApp_hasAtMost250Words() {
    long words = WORD.matcher(section("docs/apps.md", "## The queue")).results().count();

    assertTrue(words <= 250, words + " words");
  }

  @Test
  void glossary_hasTheTermsOfTheDocs() {
    List<String> rows =
        ROW.matcher(section("docs/README.md", "## Words"))
            .results()
            .map((MatchResult each) -> each.group(1))
            .toList();

    assertEquals(TERMS, TERMS.stream().filter(rows::contains).toList());
  }

  /** Returns what stands below a title, without it. */
  private static String section(String page, String title) {
    String text = Sources.text(Sources.ROOT.resolve(page));
    int start = text.indexOf("\n" + title + "\n");
    assertTrue(start >= 0, title);
    int from = start + title.length() + 2;
    int end = text.indexOf("\n## ", from);
    return text.substring(from, end < 0 ? text.length() : end);
  }
}
