package io.doorlist.exactness.fake;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.IntPredicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition expression: {@code attribute_exists}, {@code attribute_not_exists}, {@code =}, {@code
 * <}, {@code >=}, {@code AND}, {@code OR} and parentheses; all that our stores use.
 */
final class Condition {
  private static final ReadOnce<Condition> PARSED = new ReadOnce<>(Condition::read);

  private final Test test;
  private final Set<String> placeholders;

  private Condition(Test test, Set<String> placeholders) {
    this.test = test;
    this.placeholders = placeholders;
  }

  private interface Test {
    boolean holds(Map<String, AttributeValue> item, Bindings bindings);
  }

  /** Reads an expression; the same text is read once. */
  static Condition parse(String text) {
    return PARSED.of(text);
  }

  private static Condition read(ExpressionReader reader) {
    Test test = or(reader);
    if (!reader.atEnd()) {
      throw DynamoExceptions.validation("a condition goes on after its end: " + reader.text());
    }
    return new Condition(test, reader.placeholders());
  }

  Set<String> placeholders() {
    return placeholders;
  }

  /** Returns whether it holds for an item; an absent one has no attributes. */
  boolean holds(Map<String, AttributeValue> item, Bindings bindings) {
    return test.holds(item, bindings);
  }

  private static Test or(ExpressionReader reader) {
    Test left = and(reader);
    while (reader.skip("OR")) {
      Test one = left;
      Test other = and(reader);
      left = (item, bindings) -> one.holds(item, bindings) || other.holds(item, bindings);
    }
    return left;
  }

  private static Test and(ExpressionReader reader) {
    Test left = term(reader);
    while (reader.skip("AND")) {
      Test one = left;
      Test other = term(reader);
      left = (item, bindings) -> one.holds(item, bindings) && other.holds(item, bindings);
    }
    return left;
  }

  private static Test term(ExpressionReader reader) {
    if (reader.skip("(")) {
      Test inner = or(reader);
      reader.expect(")");
      return inner;
    }
    if (reader.sees("attribute_exists") || reader.sees("attribute_not_exists")) {
      boolean wanted = reader.next().equalsIgnoreCase("attribute_exists");
      reader.expect("(");
      List<String> path = reader.path();
      reader.expect(")");
      return (item, bindings) -> (Paths.get(item, path, bindings) != null) == wanted;
    }
    Operand left = operand(reader);
    String comparator = reader.next();
    Operand right = operand(reader);
    return switch (comparator) {
      case "=" ->
          (item, bindings) -> {
            AttributeValue one = left.of(item, bindings);
            AttributeValue other = right.of(item, bindings);
            return one != null && other != null && same(one, other);
          };
      case ">=" -> ordered(left, right, order -> order >= 0);
      case "<" -> ordered(left, right, order -> order < 0);
      default -> throw DynamoExceptions.validation("the fake has no comparator " + comparator);
    };
  }

  private static Operand operand(ExpressionReader reader) {
    if (reader.seesValue()) {
      String value = reader.next();
      return (item, bindings) -> bindings.value(value);
    }
    List<String> path = reader.path();
    return (item, bindings) -> Paths.get(item, path, bindings);
  }

  private static boolean same(AttributeValue one, AttributeValue other) {
    return one.n() != null && other.n() != null
        ? new BigDecimal(one.n()).compareTo(new BigDecimal(other.n())) == 0
        : one.equals(other);
  }

  /** Compares values of the same type; the test is false for others. */
  private static Test ordered(Operand left, Operand right, IntPredicate wanted) {
    return (item, bindings) -> {
      AttributeValue one = left.of(item, bindings);
      AttributeValue other = right.of(item, bindings);
      if (one == null || other == null) {
        return false;
      }
      if (one.n() != null && other.n() != null) {
        return wanted.test(new BigDecimal(one.n()).compareTo(new BigDecimal(other.n())));
      }
      return one.s() != null && other.s() != null && wanted.test(one.s().compareTo(other.s()));
    };
  }
}
