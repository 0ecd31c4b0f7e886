package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.NewClassTree;
import com.sun.source.tree.ParenthesizedTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A sentence with which a command fails is held to what {@link ProseTest} holds the docs to. */
class MessagesTest {
  /** What a command fails with ({@code io.doorlist.cli.console.Failure}). */
  private static final String FAILURE = "Failure";

  /** A number, a name or the like, which counts as one word. */
  private static final String VALUE = "VALUE";

  @Test
  void sentencesOfFailures_areReadOnce() throws IOException {
    List<Path> files =
        Sources.files(".java").stream()
            .filter(file -> Sources.name(file).contains("src/main/"))
            .filter(file -> Sources.text(file).contains("new " + FAILURE + "("))
            .toList();
    List<String> messages = new ArrayList<>();
    for (CompilationUnitTree file : Sources.java(files)) {
      file.accept(new Failures(), messages);
    }

    assertTrue(messages.size() > 100, () -> messages.size() + " messages");
    assertEquals(
        List.of(),
        messages.stream()
            .flatMap(String::lines)
            .flatMap(ProseTest::sentencesOf)
            .flatMap(sentence -> ProseTest.wrong(sentence).stream())
            .toList());
  }

  /** Adds the message of each failure that is made. */
  private static final class Failures extends TreeScanner<Void, List<String>> {
    @Override
    public Void visitNewClass(NewClassTree made, List<String> messages) {
      if (made.getIdentifier().toString().equals(FAILURE)) {
        messages.add(text(made.getArguments().getFirst()));
      }
      return super.visitNewClass(made, messages);
    }

    private static String text(ExpressionTree expression) {
      return switch (expression) {
        case LiteralTree literal -> String.valueOf(literal.getValue());
        case BinaryTree sum -> text(sum.getLeftOperand()) + text(sum.getRightOperand());
        case ParenthesizedTree inner -> text(inner.getExpression());
        case MethodInvocationTree call -> formatted(call.getMethodSelect());
        default -> VALUE;
      };
    }

    private static String formatted(ExpressionTree called) {
      return called instanceof MemberSelectTree format
              && format.getIdentifier().contentEquals("formatted")
          ? text(format.getExpression()).replaceAll("%[^a-z%]*[a-z]", VALUE)
          : VALUE;
    }
  }
}
