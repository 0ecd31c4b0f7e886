package io.doorlist.table;

import static java.util.stream.Collectors.joining;

import io.doorlist.table.Update.Step;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/**
 * A write or a condition as DynamoDB's expressions, with their names and values. Every name gets a
 * placeholder, because DynamoDB reserves many words. The placeholder is {@code #} and the name
 * itself if that is only small letters and underscores. Otherwise it is {@code #} and a number,
 * which is short because an expression has 4 KB at most. Not thread-safe.
 */
public final class Expressions {
  private final Map<String, String> names = new HashMap<>();
  private final Map<String, Object> values = new HashMap<>();
  private final String condition;
  private final String update;
  private int operators;

  private Expressions(Write write, Condition required) {
    update = write instanceof Update changes ? update(changes.steps()) : null;
    condition = required == null ? null : text(required);
  }

  public static Expressions of(Write write) {
    return new Expressions(write, write.condition());
  }

  /** Returns the expression of a condition alone. */
  public static Expressions of(Condition condition) {
    return new Expressions(null, condition);
  }

  private String text(Condition condition) {
    operators++;
    return switch (condition) {
      case Condition.Has has -> "attribute_exists(" + path(has.path()) + ")";
      case Condition.Lacks lacks -> "attribute_not_exists(" + path(lacks.path()) + ")";
      case Condition.LacksElement lacks -> {
        operators++;
        yield "NOT contains(" + name(lacks.list()) + ", " + value(lacks.element()) + ")";
      }
      case Condition.Is is -> path(is.path()) + " = " + value(is.value());
      case Condition.AtLeast least -> name(least.attribute()) + " >= " + value(least.number());
      case Condition.Below below -> name(below.attribute()) + " < " + value(below.number());
      case Condition.Begins begins ->
          "begins_with(" + name(begins.attribute()) + ", " + value(begins.prefix()) + ")";
      case Condition.All all -> {
        if (all.conditions().isEmpty()) {
          throw RefusedException.invalid("a condition says something");
        }
        operators += all.conditions().size() - 2;
        yield all.conditions().stream().map(this::text).collect(joining(" AND "));
      }
      case Condition.Either either ->
          "(" + text(either.one()) + " OR " + text(either.other()) + ")";
    };
  }

  private String update(List<Step> steps) {
    List<String> set = new ArrayList<>();
    List<String> add = new ArrayList<>();
    List<String> remove = new ArrayList<>();
    for (Step step : steps) {
      switch (step) {
        case Step.Set one -> set.add(path(one.path()) + " = " + value(one.value()));
        case Step.SetIfAbsent one ->
            set.add(name(one.attribute()) + " = " + orElse(one.attribute(), one.value()));
        case Step.Append one -> set.add(name(one.list()) + " = " + appended(one));
        case Step.Add one -> add.add(name(one.attribute()) + " " + value(one.number()));
        case Step.Remove one -> remove.add(path(one.path()));
      }
    }
    return Stream.of(clause("SET ", set), clause("ADD ", add), clause("REMOVE ", remove))
        .filter(clause -> !clause.isEmpty())
        .collect(joining(" "));
  }

  private static String clause(String verb, List<String> steps) {
    return steps.isEmpty() ? "" : verb + String.join(",", steps);
  }

  private String orElse(String attribute, Object value) {
    return "if_not_exists(" + name(attribute) + ", " + value(value) + ")";
  }

  private String appended(Step.Append step) {
    String old = orElse(step.list(), List.of());
    return "list_append(" + old + ", " + value(List.of(step.element())) + ")";
  }

  private String name(String attribute) {
    boolean allowed = attribute.chars().allMatch(each -> each == '_' || each >= 'a' && each <= 'z');
    String placeholder = allowed ? "#" + attribute : numbered(attribute);
    names.put(placeholder, attribute);
    return placeholder;
  }

  private String numbered(String attribute) {
    return names.entrySet().stream()
        .filter(each -> each.getValue().equals(attribute))
        .map(Map.Entry::getKey)
        .findAny()
        .orElseGet(() -> "#" + names.size());
  }

  private String path(Path path) {
    StringBuilder text = new StringBuilder();
    for (Object step : path.steps()) {
      if (step instanceof Integer index) {
        text.append('[').append(index).append(']');
      } else {
        text.append(text.isEmpty() ? "" : ".").append(name((String) step));
      }
    }
    return text.toString();
  }

  private String value(Object value) {
    String placeholder = ":" + values.size();
    values.put(placeholder, value);
    return placeholder;
  }

  /** Returns the condition, or {@code null} if there is none. */
  public String condition() {
    return condition;
  }

  /** Returns the update expression; {@code null} if the write is no {@link Update}. */
  public String update() {
    return update;
  }

  /** Returns the names by placeholder. */
  public Map<String, String> names() {
    return Map.copyOf(names);
  }

  /** Returns the values by placeholder, in the form that attributes have in an {@link Item}. */
  public Map<String, Object> values() {
    return Map.copyOf(values);
  }

  /**
   * Returns how many operators and functions the condition has. Those of an update are not counted,
   * because its 4 KB have no room for too many.
   */
  int operators() {
    return operators;
  }
}
