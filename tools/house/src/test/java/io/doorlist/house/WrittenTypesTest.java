package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.LambdaExpressionTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Types are written out, never {@code var}, in every Java file. */
class WrittenTypesTest {
  @Test
  void noVariable_isAVar() throws IOException {
    assertEquals(List.of(), vars(Sources.files(".java")));
  }

  @Test
  void var_isFound_andNoTypeIs(@TempDir Path folder) throws IOException {
    Path file = folder.resolve("Planted.java");
    Files.writeString(
        file,
        """
        class Planted {
          void plant(java.util.List<String> all) {
            var one = all.getFirst();
            for (var each : all) {}
            String two = one;
            all.forEach(each -> {});
          }
        }
        """);

    List<String> found = vars(List.of(file));

    assertEquals(2, found.size(), found::toString);
    assertTrue(found.getFirst().endsWith("Planted.java: one"), found::toString);
  }

  private static List<String> vars(List<Path> files) throws IOException {
    List<String> found = new ArrayList<>();
    for (CompilationUnitTree unit : Sources.java(files)) {
      new TreeScanner<Void, Void>() {
        @Override
        public Void visitVariable(VariableTree variable, Void nothing) {
          if (variable.getType() == null) {
            found.add(unit.getSourceFile().getName() + ": " + variable.getName());
          }
          return super.visitVariable(variable, nothing);
        }

        /** A lambda's parameters may have no type. */
        @Override
        public Void visitLambdaExpression(LambdaExpressionTree lambda, Void nothing) {
          return scan(lambda.getBody(), nothing);
        }
      }.scan(unit, null);
    }
    return found;
  }
}
