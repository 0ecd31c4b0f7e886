package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.sun.source.tree.ClassTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.MethodTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The glossary of CONTRIBUTING.md holds, in what is declared and in what is written. */
class WordsTest {
  /** Names that the glossary gives another word; what is declared outside of tests. */
  private static final List<Rule> NAMES =
      List.of(
          new Rule("take(?!Back)([A-Z]\\w*)?", "says nothing: say what is done"),
          new Rule("\\w*Taken", "is no type: a key is used, a code is claimed"),
          new Rule("[A-Z]\\w*Place(Store)?", "is no type: a placement, a position or a key"),
          new Rule("(with)?Door", "is no marks: marks"),
          new Rule("\\w*EventRecorder|HistoryRecorder", "is the recorder's function alone"));

  /** Phrases that the glossary gives other words. */
  private static final List<String> PHRASES =
      List.of("tells whether", "take a place", "takes a place", "kept wrongly", "mended");

  @TempDir private Path folder;

  private record Rule(String name, String why) {
    boolean breaks(String declared) {
      return Pattern.matches(name, declared);
    }
  }

  @Test
  void names_areOfTheGlossary() throws IOException {
    assertEquals(
        List.of(),
        broken(
            Sources.files(".java").stream()
                .filter(file -> Sources.name(file).contains("src/main/java/"))
                .toList()));
  }

  @Test
  void phrases_areOfTheGlossary() {
    assertEquals(
        List.of(),
        Stream.of(".java", ".md", ".yaml", ".js", ".py", ".tla")
            .flatMap(ending -> Sources.files(ending).stream())
            .filter(file -> !file.endsWith("CONTRIBUTING.md") && !file.endsWith("WordsTest.java"))
            .flatMap(file -> phrases(Sources.name(file), Sources.text(file)))
            .toList());
  }

  @Test
  void aNameOfAnotherWord_isFound() throws IOException {
    Path file = folder.resolve("One.java");
    Files.writeString(file, "class One { record KeyTaken(int x) {} void take() { } }");

    assertEquals(2, broken(List.of(file)).size());
    assertEquals(1, phrases("x", "Tells\n * whether it is").count());
  }

  /** The type is written out; {@code formatted} formats, or {@code String.format} with a locale. */
  @Test
  void sources_areInOneDialect() {
    Pattern other =
        Pattern.compile("(?m)^[^\"/*]*\\bvar \\w+ *[=:]|String\\.format\\((?!\\s*Locale)");
    assertEquals(
        List.of(),
        Sources.files(".java").stream()
            .filter(file -> !file.endsWith("WordsTest.java"))
            .filter(file -> other.matcher(Sources.text(file)).find())
            .map(Sources::name)
            .toList());
  }

  private static Stream<String> phrases(String name, String text) {
    String said = text.replaceAll("\\s*\\n\\s*(\\*|//|#)?\\s*", " ").toLowerCase();
    return PHRASES.stream()
        .filter(phrase -> Pattern.compile("\\b" + phrase + "\\b").matcher(said).find())
        .map(phrase -> name + ": " + phrase);
  }

  private static List<String> broken(List<Path> files) throws IOException {
    List<String> broken = new ArrayList<>();
    for (CompilationUnitTree unit : Sources.java(files)) {
      String file = Path.of(unit.getSourceFile().getName()).getFileName().toString();
      UnaryOperator<String> check =
          name -> {
            NAMES.stream()
                .filter(rule -> rule.breaks(name))
                .forEach(rule -> broken.add(file + ": " + name + " " + rule.why()));
            return name;
          };
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitClass(ClassTree type, Void none) {
          check.apply(type.getSimpleName().toString());
          return super.visitClass(type, none);
        }

        @Override
        public Void visitMethod(MethodTree method, Void none) {
          check.apply(method.getName().toString());
          return super.visitMethod(method, none);
        }

        @Override
        public Void visitVariable(VariableTree variable, Void none) {
          check.apply(variable.getName().toString());
          return super.visitVariable(variable, none);
        }
      }.scan(unit, null);
    }
    return broken;
  }
}
