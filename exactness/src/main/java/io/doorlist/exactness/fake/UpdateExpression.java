package io.doorlist.exactness.fake;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update expression: {@code SET} of values, of {@code if_not_exists} and of sums, {@code ADD} of
 * numbers, and {@code REMOVE}. Every right side refers to the item before the update.
 */
final class UpdateExpression {
  private static final ReadOnce<UpdateExpression> PARSED = new ReadOnce<>(UpdateExpression::read);

  private final List<Step> steps;
  private final Set<String> placeholders;

  private UpdateExpression(List<Step> steps, Set<String> placeholders) {
    this.steps = steps;
    this.placeholders = placeholders;
  }

  private record Step(List<String> path, Operand value) {}

  /** Reads an expression; the same text is read once. */
  static UpdateExpression parse(String text) {
    return PARSED.of(text);
  }

  private static UpdateExpression read(ExpressionReader reader) {
    List<Step> steps = new ArrayList<>();
    while (!reader.atEnd()) {
      String verb = reader.next();
      do {
        List<String> path = reader.path();
        steps.add(new Step(path, operand(reader, verb, path)));
      } while (reader.skip(","));
    }
    return new UpdateExpression(steps, reader.placeholders());
  }

  private static Operand operand(ExpressionReader reader, String verb, List<String> path) {
    return switch (verb) {
      case "SET" -> {
        reader.expect("=");
        Operand left = value(reader);
        if (!reader.skip("+")) {
          yield left;
        }
        Operand right = value(reader);
        yield (item, bindings) -> sum(left.of(item, bindings), right.of(item, bindings));
      }
      case "ADD" -> {
        String value = reader.next();
        yield (item, bindings) -> {
          AttributeValue old = Paths.get(item, path, bindings);
          AttributeValue added = bindings.value(value);
          return old == null ? added : sum(old, added);
        };
      }
      case "REMOVE" -> (item, bindings) -> null;
      default -> throw DynamoExceptions.validation("the fake has no clause " + verb);
    };
  }

  private static Operand value(ExpressionReader reader) {
    if (reader.seesValue()) {
      String value = reader.next();
      return (item, bindings) -> bindings.value(value);
    }
    if (reader.skip("if_not_exists")) {
      reader.expect("(");
      List<String> path = reader.path();
      reader.expect(",");
      Operand otherwise = value(reader);
      reader.expect(")");
      return (item, bindings) -> {
        AttributeValue there = Paths.get(item, path, bindings);
        return there == null ? otherwise.of(item, bindings) : there;
      };
    }
    List<String> path = reader.path();
    return (item, bindings) -> {
      AttributeValue there = Paths.get(item, path, bindings);
      if (there == null) {
        throw DynamoExceptions.validation("an update refers to an attribute that is not there");
      }
      return there;
    };
  }

  private static AttributeValue sum(AttributeValue one, AttributeValue other) {
    if (one.n() == null || other.n() == null) {
      throw DynamoExceptions.validation("an operand of an update has the wrong type");
    }
    return AttributeValue.fromN(
        new BigDecimal(one.n()).add(new BigDecimal(other.n())).toPlainString());
  }

  Set<String> placeholders() {
    return placeholders;
  }

  /** Returns the item after the change. */
  Map<String, AttributeValue> apply(Map<String, AttributeValue> item, Bindings bindings) {
    Map<String, AttributeValue> changed = item;
    for (Step step : steps) {
      changed = Paths.with(changed, step.path(), step.value().of(item, bindings), bindings);
    }
    return changed;
  }

  /** Returns the top-level attributes that it touches, as they are in the changed item. */
  Map<String, AttributeValue> touched(Map<String, AttributeValue> changed, Bindings bindings) {
    Map<String, AttributeValue> touched = new java.util.HashMap<>();
    for (Step step : steps) {
      String name = bindings.name(step.path().getFirst());
      if (changed.containsKey(name)) {
        touched.put(name, changed.get(name));
      }
    }
    return touched;
  }
}
