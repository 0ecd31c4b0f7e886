package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Splits an expression into tokens and returns them one by one. */
final class ExpressionReader {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([#:]?[A-Za-z0-9_]+|>=|<=|<>|[=<>().,+\\-\\[\\]])");

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private int next;

  ExpressionReader(String text) {
    this.text = text;
    Matcher matcher = TOKEN.matcher(text);
    int end = 0;
    while (matcher.find() && matcher.start() == end) {
      tokens.add(matcher.group(1));
      end = matcher.end();
    }
    if (!text.substring(end).isBlank()) {
      throw wrong();
    }
  }

  RuntimeException wrong() {
    return DynamoExceptions.validation("a syntax error in an expression: " + text);
  }

  Set<String> placeholders() {
    return tokens.stream()
        .filter(token -> token.startsWith("#") || token.startsWith(":"))
        .collect(Collectors.toSet());
  }

  boolean atEnd() {
    return next == tokens.size();
  }

  boolean sees(String token) {
    return !atEnd() && tokens.get(next).equalsIgnoreCase(token);
  }

  boolean skip(String token) {
    boolean seen = sees(token);
    next += seen ? 1 : 0;
    return seen;
  }

  void expect(String token) {
    if (!skip(token)) {
      throw wrong();
    }
  }

  String next() {
    if (atEnd()) {
      throw wrong();
    }
    return tokens.get(next++);
  }

  /** Reads a value placeholder or a path; the value at a path is {@code null} if there is none. */
  Function<Bindings, AttributeValue> operand() {
    if (!atEnd() && tokens.get(next).startsWith(":")) {
      String value = next();
      return bindings -> bindings.value(value);
    }
    List<String> path = path();
    return bindings -> bindings.get(path);
  }

  List<String> path() {
    List<String> path = new ArrayList<>();
    do {
      path.add(next());
      while (skip("[")) {
        path.add(Bindings.ELEMENT + next());
        expect("]");
      }
    } while (skip("."));
    return path;
  }
}
