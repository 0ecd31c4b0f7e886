package io.doorlist.exactness.fake;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * An update expression: {@code SET} of values, of {@code if_not_exists} and of sums, {@code ADD} of
 * numbers, and {@code REMOVE}. Every right side refers to the item before the update.
 */
record UpdateExpression(List<Step> steps, Set<String> placeholders) {
  private static final Map<String, UpdateExpression> PARSED = new ConcurrentHashMap<>();

  private record Step(List<String> path, Function<Bindings, AttributeValue> value) {}

  /** Reads an expression; the same text is read once. */
  static UpdateExpression parse(String text) {
    return PARSED.computeIfAbsent(text, any -> read(new ExpressionReader(text)));
  }

  private static UpdateExpression read(ExpressionReader reader) {
    List<Step> steps = new ArrayList<>();
    while (!reader.atEnd()) {
      String verb = reader.next();
      do {
        List<String> path = reader.path();
        steps.add(new Step(path, value(reader, verb, path)));
      } while (reader.skip(","));
    }
    return new UpdateExpression(steps, reader.placeholders());
  }

  private static Function<Bindings, AttributeValue> value(
      ExpressionReader reader, String verb, List<String> path) {
    return switch (verb) {
      case "SET" -> {
        reader.expect("=");
        Function<Bindings, AttributeValue> left = there(reader);
        if (!reader.skip("+")) {
          yield left;
        }
        Function<Bindings, AttributeValue> right = there(reader);
        yield bindings -> sum(left.apply(bindings), right.apply(bindings));
      }
      case "ADD" -> {
        Function<Bindings, AttributeValue> added = reader.operand();
        yield bindings -> {
          AttributeValue old = bindings.get(path);
          return old == null ? added.apply(bindings) : sum(old, added.apply(bindings));
        };
      }
      case "REMOVE" -> bindings -> null;
      default -> throw DynamoExceptions.validation("the fake has no clause " + verb);
    };
  }

  private static Function<Bindings, AttributeValue> there(ExpressionReader reader) {
    if (reader.skip("if_not_exists")) {
      reader.expect("(");
      List<String> path = reader.path();
      reader.expect(",");
      Function<Bindings, AttributeValue> otherwise = there(reader);
      reader.expect(")");
      return bindings -> {
        AttributeValue there = bindings.get(path);
        return there == null ? otherwise.apply(bindings) : there;
      };
    }
    Function<Bindings, AttributeValue> operand = reader.operand();
    return bindings -> {
      AttributeValue there = operand.apply(bindings);
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

  Map<String, AttributeValue> apply(Bindings bindings) {
    AttributeValue changed = AttributeValue.fromM(bindings.item());
    for (Step step : steps) {
      changed = bindings.with(changed, step.path(), step.value().apply(bindings));
    }
    return changed.m();
  }

  /** Returns the top-level attributes that it touches, as they are in the changed item. */
  Map<String, AttributeValue> touched(Bindings changed) {
    Map<String, AttributeValue> touched = new HashMap<>();
    for (Step step : steps) {
      String name = changed.name(step.path().getFirst());
      if (changed.item().containsKey(name)) {
        touched.put(name, changed.item().get(name));
      }
    }
    return touched;
  }
}
