package io.doorlist.local.template;

import io.doorlist.local.json.JsonTree;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;

/**
 * One pattern of an event source mapping's {@code FilterCriteria}: which records it lets through.
 * All members must match, and one rule of each list. Immutable.
 */
public final class FilterPattern {
  private final Matcher matcher;

  private FilterPattern(Matcher matcher) {
    this.matcher = matcher;
  }

  /** Returns whether a member, which may be absent, matches. */
  private interface Matcher {
    boolean matches(boolean present, Object value);
  }

  /**
   * Reads a pattern.
   *
   * @throws IllegalArgumentException if it is malformed or has an unknown operator; the message
   *     says which
   */
  public static FilterPattern read(String text) {
    Object pattern;
    try {
      pattern = JsonTree.read(text.getBytes(StandardCharsets.UTF_8));
    } catch (IOException e) {
      throw new IllegalArgumentException("is not JSON", e);
    }
    if (pattern instanceof Map<?, ?> members) {
      return new FilterPattern(members(members));
    }
    throw new IllegalArgumentException("is not a JSON object");
  }

  /** Returns whether a record, made of maps and lists, passes. */
  public boolean matches(Map<?, ?> candidate) {
    return matcher.matches(true, candidate);
  }

  private static Matcher members(Map<?, ?> pattern) {
    LinkedHashMap<Object, FilterPattern.Matcher> members = new LinkedHashMap<>();
    pattern.forEach((name, expected) -> members.put(name, member(name, expected)));
    return (present, value) -> {
      Map<?, ?> candidate = value instanceof Map<?, ?> map ? map : Map.of();
      return members.entrySet().stream()
          .allMatch(
              member ->
                  member
                      .getValue()
                      .matches(
                          candidate.containsKey(member.getKey()), candidate.get(member.getKey())));
    };
  }

  private static Matcher member(Object name, Object expected) {
    if (expected instanceof Map<?, ?> nested) {
      return members(nested);
    }
    if (expected instanceof List<?> rules) {
      return anyOf(rules);
    }
    throw new IllegalArgumentException("has neither an object nor a list at " + name);
  }

  private static Matcher anyOf(List<?> rules) {
    List<Matcher> matchers = rules.stream().map(FilterPattern::rule).toList();
    return (present, value) -> matchers.stream().anyMatch(rule -> rule.matches(present, value));
  }

  private static Matcher rule(Object rule) {
    return switch (rule) {
      case Map<?, ?> operator -> operator(operator);
      case List<?> list -> throw new IllegalArgumentException("has a list as a rule");
      case null -> value(value -> value == null);
      case Number number -> value(value -> value instanceof Number other && same(number, other));
      default -> value(rule::equals);
    };
  }

  private static Matcher operator(Map<?, ?> operator) {
    if (operator.size() != 1) {
      throw new IllegalArgumentException("has a rule without exactly one operator");
    }
    Map.Entry<?, ?> only = operator.entrySet().iterator().next();
    Object argument = only.getValue();
    return switch (String.valueOf(only.getKey())) {
      // Lambda supports it for leaves only; an object counts as absent.
      case "exists" ->
          (present, value) ->
              (present && !(value instanceof Map<?, ?>)) == Boolean.TRUE.equals(argument);
      case "prefix" -> text(value -> value.startsWith(argument.toString()));
      case "suffix" -> text(value -> value.endsWith(argument.toString()));
      case "anything-but" -> {
        List<?> others = argument instanceof List<?> list ? list : List.of(argument);
        yield value(value -> !others.contains(value));
      }
      default -> throw new IllegalArgumentException("has the operator " + only.getKey());
    };
  }

  private static Matcher text(Predicate<String> test) {
    return value(value -> value instanceof String text && test.test(text));
  }

  /** Matches a value, or one of the values of a list. */
  private static Matcher value(Predicate<Object> test) {
    return (present, value) ->
        present
            && (value instanceof List<?> list ? list.stream().anyMatch(test) : test.test(value));
  }

  private static boolean same(Number one, Number other) {
    return new BigDecimal(one.toString()).compareTo(new BigDecimal(other.toString())) == 0;
  }
}
