package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/**
 * If the docs say that a test shows something, the test is there. It runs in every build, unless
 * the docs say {@code (*long*)} after its name or {@code -Plong} in the same line.
 */
class CitationsTest {
  /** A test in backquotes, with what may follow it, such as {@code (*long*)}. */
  private static final Pattern CITED =
      Pattern.compile("`((?:\\w+/)*)([A-Z]\\w+Test)`((?: *\\(\\*long\\*\\))?)");

  /** Whole classes only: a class may have long methods and short ones. */
  private static final Pattern LONG = Pattern.compile("^@Tag\\(\"long\"\\)", Pattern.MULTILINE);

  private static final Pattern PACKED = Pattern.compile("for name in \\[(.+), \\*packages]");

  /** A link to a file. */
  private static final Pattern ELSEWHERE = Pattern.compile("]\\((?!https?:|#).*");

  private final Map<String, Boolean> tests = new TreeMap<>();

  /** Reads which tests there are, and which of them run only in the profile. */
  CitationsTest() {
    for (Path file : Sources.files("Test.java")) {
      String name = file.getFileName().toString().replace(".java", "");
      tests.merge(name, LONG.matcher(Sources.text(file)).find(), Boolean::logicalAnd);
    }
  }

  @Test
  void everyCitedTest_runsWhereTheDocsSay() {
    List<String> wrong = new ArrayList<>();
    for (Path file : Sources.files(".md")) {
      // It says what was true of each release.
      if (!file.endsWith("CHANGELOG.md")) {
        Sources.text(file).lines().forEach(line -> wrong.addAll(wrong(Sources.name(file), line)));
      }
    }
    assertEquals(List.of(), wrong);
  }

  /** Whoever downloads a release has only what is in it, and no docs. */
  @Test
  void release_packsNothingThatLeadsElsewhere() {
    Matcher packed = PACKED.matcher(Sources.text(Sources.ROOT.resolve("tools/archive/aws")));
    assertTrue(packed.find());
    for (String name : packed.group(1).replace("\"", "").split(", ")) {
      Matcher elsewhere = ELSEWHERE.matcher(Sources.text(Sources.ROOT.resolve(name)));
      assertFalse(elsewhere.find(), () -> name + ": " + elsewhere.group());
    }
  }

  private List<String> wrong(String file, String line) {
    List<String> wrong = new ArrayList<>();
    Matcher cited = CITED.matcher(line);
    while (cited.find()) {
      String test = cited.group(2);
      boolean marked = !cited.group(3).isEmpty();
      Boolean isLong = tests.get(test);
      if (isLong == null) {
        wrong.add(file + ": " + test + " is not there");
      } else if (isLong && !marked && !line.contains("-Plong")) {
        wrong.add(file + ": " + test + " runs only with -Plong");
      } else if (!isLong && marked) {
        wrong.add(file + ": " + test + " runs in every build");
      }
    }
    return wrong;
  }
}
