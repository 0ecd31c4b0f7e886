package io.doorlist.exactness.fake;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Splits an expression into tokens and returns them one by one. */
final class ExpressionReader {
  private static final Pattern TOKEN =
      Pattern.compile("\\s*([#:]?[A-Za-z0-9_]+|>=|<=|<>|[=<>().,+\\-\\[\\]])");

  private final String text;
  private final List<String> tokens = new ArrayList<>();
  private final Set<String> placeholders = new HashSet<>();
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
      throw DynamoExceptions.validation("a syntax error in an expression: " + text);
    }
    for (String token : tokens) {
      if (token.startsWith("#") || token.startsWith(":")) {
        placeholders.add(token);
      }
    }
  }

  /** Returns every name and value placeholder of the expression. */
  Set<String> placeholders() {
    return placeholders;
  }

  String text() {
    return text;
  }

  boolean atEnd() {
    return next == tokens.size();
  }

  boolean sees(String token) {
    return !atEnd() && tokens.get(next).equalsIgnoreCase(token);
  }

  boolean skip(String token) {
    if (sees(token)) {
      next++;
      return true;
    }
    return false;
  }

  void expect(String token) {
    if (!skip(token)) {
      throw DynamoExceptions.validation("a syntax error in an expression: no " + token);
    }
  }

  String next() {
    if (atEnd()) {
      throw DynamoExceptions.validation("an expression ends too early");
    }
    return tokens.get(next++);
  }

  boolean seesValue() {
    return !atEnd() && tokens.get(next).startsWith(":");
  }

  List<String> path() {
    List<String> path = new ArrayList<>();
    do {
      path.add(next());
      while (skip("[")) {
        path.add(Paths.element(next()));
        expect("]");
      }
    } while (skip("."));
    return path;
  }
}
