package io.doorlist.house;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.sun.source.tree.BinaryTree;
import com.sun.source.tree.CompilationUnitTree;
import com.sun.source.tree.ExpressionTree;
import com.sun.source.tree.IdentifierTree;
import com.sun.source.tree.LiteralTree;
import com.sun.source.tree.MemberSelectTree;
import com.sun.source.tree.MethodInvocationTree;
import com.sun.source.tree.VariableTree;
import com.sun.source.util.TreeScanner;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/**
 * A regular expression over what others send needs a stack and a number of steps that do not grow
 * with the text. A repeated group recurses for each repetition, so 16 KB of digits were a stack
 * overflow; two repetitions that can share a text take a square of its length.
 */
class PatternsTest {
  /** Modules that read what clients, shops and receivers of webhooks send. */
  private static final List<String> MODULES =
      List.of("shared/", "functions/", "store/", "door/", "local/");

  /** What is put together while running, and why that is as good as a constant. */
  private static final Map<String, String> MADE =
      Map.of(
          "TicketSearch", "letters and digits that were typed, 200 at most",
          "Policy", "the authorizer's own policy",
          "TokenAuthorizer", "an expression of template.yaml, which is ours",
          "Template", "an expression of template.yaml, which is ours");

  private static final int LENGTH = 2_048;
  private static final int MOST_STEPS_A_CHARACTER = 60;
  private static final int STACK_BYTES = 256 * 1024;

  /** What expressions begin with, so that their repetitions are reached. */
  private static final List<String> BEGINNINGS =
      List.of(
          "",
          "a",
          "1",
          "\"",
          "W/\"",
          "bearer ",
          "arn:",
          "retry-after: a",
          "gzip;q=",
          "HTTP/1.1 200 ");

  /** Methods of strings whose first argument is an expression. */
  private static final Set<String> OF_STRINGS =
      Set.of("matches", "replaceAll", "replaceFirst", "split");

  /**
   * An expression of a file.
   *
   * @param searched whether it is looked for anywhere in a text, not only as the whole
   */
  private record Expression(String where, String text, boolean ignoringCase, boolean searched) {
    Pattern pattern() {
      return Pattern.compile(text, ignoringCase ? Pattern.CASE_INSENSITIVE : 0);
    }
  }

  @Test
  void expressions_needNoStackAndFewSteps_howeverLongTheTextIs() throws Exception {
    List<Expression> expressions = new ArrayList<>();
    Set<String> made = new TreeSet<>();
    for (CompilationUnitTree unit : Sources.java(files())) {
      collect(unit, expressions, made);
    }
    assertEquals(new TreeSet<>(MADE.keySet()), made);
    assertTrue(expressions.size() > 40, expressions::toString);

    List<String> texts = texts();
    assertEquals(
        List.of(),
        expressions.stream()
            .flatMap(each -> fault(each, texts).map(why -> each + ": " + why).stream())
            .toList());
  }

  private static List<Path> files() {
    return Sources.files(".java").stream()
        .filter(file -> Sources.name(file).contains("src/main/java/"))
        .filter(file -> MODULES.stream().anyMatch(Sources.name(file)::startsWith))
        .toList();
  }

  private static List<String> texts() {
    List<String> repeated =
        new ArrayList<>(List.of("\t", "\n", "é", "😀", "a-", "a.", "1.", "%41"));
    repeated.addAll(List.of("\"a\",", "a b", " \t", ", ", "=\"", "/a", "a=1&", "<a>; rel=\"b\", "));
    IntStream.range(' ', 127).mapToObj(Character::toString).forEach(repeated::add);
    return repeated.stream()
        .map(each -> each.repeat(LENGTH / each.length()))
        .flatMap(each -> Stream.of(each, each + '\0'))
        .flatMap(each -> BEGINNINGS.stream().map(beginning -> beginning + each))
        .toList();
  }

  /** Returns what is wrong with an expression, on a small stack. */
  private static Optional<String> fault(Expression expression, List<String> texts) {
    AtomicReference<String> fault = new AtomicReference<>();
    Thread thread =
        new Thread(null, () -> fault.set(tried(expression, texts)), "small", STACK_BYTES);
    thread.start();
    try {
      thread.join();
    } catch (InterruptedException e) {
      throw new IllegalStateException(e);
    }
    return Optional.ofNullable(fault.get());
  }

  private static String tried(Expression expression, List<String> texts) {
    Pattern pattern = expression.pattern();
    for (String text : texts) {
      String start = text.substring(0, 16);
      try {
        pattern.matcher(new Counted(text)).matches();
        pattern.matcher(new Counted(text)).lookingAt();
        Matcher found = pattern.matcher(new Counted(text));
        while (expression.searched() && found.find()) {
          // The next one.
        }
      } catch (StackOverflowError e) {
        return "a stack overflow with " + start;
      } catch (TooManySteps e) {
        return "too many steps with " + start;
      }
    }
    return null;
  }

  private static final class TooManySteps extends RuntimeException {
    private static final long serialVersionUID = 1;
  }

  /** Counts the characters that are read, which no other load of the machine changes. */
  private static final class Counted implements CharSequence {
    private final String text;
    private int left = MOST_STEPS_A_CHARACTER * LENGTH;

    Counted(String text) {
      this.text = text;
    }

    @Override
    public char charAt(int index) {
      if (left-- == 0) {
        throw new TooManySteps();
      }
      return text.charAt(index);
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public CharSequence subSequence(int from, int to) {
      return text.subSequence(from, to);
    }

    @Override
    public String toString() {
      return text;
    }
  }

  private static void collect(
      CompilationUnitTree unit, List<Expression> expressions, Set<String> made) throws IOException {
    String file = Path.of(unit.getSourceFile().toUri()).getFileName().toString();
    String type = file.substring(0, file.length() - ".java".length());
    String code = unit.getSourceFile().getCharContent(true).toString().replaceAll("\\s", "");
    Map<String, ExpressionTree> constants = new HashMap<>();
    Map<ExpressionTree, String> names = new HashMap<>();
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitVariable(VariableTree variable, Void nothing) {
        if (variable.getInitializer() != null) {
          constants.put(variable.getName().toString(), variable.getInitializer());
          names.put(variable.getInitializer(), variable.getName().toString());
        }
        return super.visitVariable(variable, nothing);
      }
    }.scan(unit, null);
    new TreeScanner<Void, Void>() {
      @Override
      public Void visitMethodInvocation(MethodInvocationTree call, Void nothing) {
        if (call.getMethodSelect() instanceof MemberSelectTree select
            && !call.getArguments().isEmpty()) {
          String method = select.getIdentifier().toString();
          boolean compiled =
              method.equals("compile") && select.getExpression().toString().equals("Pattern");
          String text = text(call.getArguments().getFirst(), constants);
          if (text != null && (compiled || OF_STRINGS.contains(method))) {
            boolean ignoringCase = call.getArguments().toString().contains("CASE_INSENSITIVE");
            boolean searched =
                compiled ? isSearched(names.get(call), code) : !method.equals("matches");
            expressions.add(new Expression(file + ":" + text, text, ignoringCase, searched));
          } else if (compiled || method.equals("matches") && isOfAString(call)) {
            made.add(type);
          }
        }
        return super.visitMethodInvocation(call, nothing);
      }
    }.scan(unit, null);
  }

  /** Returns whether a file looks for this constant anywhere in a text, or may do so. */
  private static boolean isSearched(String name, String code) {
    if (name == null) {
      return true;
    }
    String search = "\\.(find|results|replaceAll|replaceFirst)\\(";
    Matcher kept = Pattern.compile("Matcher(\\w+)=" + name + "\\.matcher").matcher(code);
    return Pattern.compile("\\b" + name + "\\.(split|matcher\\([^;]*?\\)" + search + ")")
            .matcher(code)
            .find()
        || kept.find() && Pattern.compile(kept.group(1) + search).matcher(code).find();
  }

  /** Returns whether this is {@code matches} with an expression that is no constant. */
  private static boolean isOfAString(MethodInvocationTree call) {
    return call.getArguments().getFirst() instanceof MethodInvocationTree;
  }

  /** Returns a text put together from literals and constants of the file; null if it is none. */
  private static String text(ExpressionTree tree, Map<String, ExpressionTree> constants) {
    return switch (tree) {
      case LiteralTree literal -> String.valueOf(literal.getValue());
      case BinaryTree sum -> {
        String left = text(sum.getLeftOperand(), constants);
        String right = text(sum.getRightOperand(), constants);
        yield left == null || right == null ? null : left + right;
      }
      case IdentifierTree name ->
          constants.containsKey(name.getName().toString())
              ? text(constants.get(name.getName().toString()), constants)
              : null;
      default -> null;
    };
  }
}
