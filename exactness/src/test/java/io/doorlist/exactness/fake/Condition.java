package io.doorlist.exactness.fake;

import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.IntPredicate;
import java.util.function.Predicate;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A condition expression: {@code attribute_exists}, {@code attribute_not_exists}, {@code =}, {@code
 * <}, {@code >=}, {@code AND}, {@code OR} and parentheses; all that our stores use.
 *
 * @param test whether it holds for an item; an absent one has no attributes
 */
record Condition(Predicate<Bindings> test, Set<String> placeholders) {
  private static final Map<String, Condition> PARSED = new ConcurrentHashMap<>();

  /** Reads an expression; the same text is read once. */
  static Condition parse(String text) {
    return PARSED.computeIfAbsent(
        text,
        any -> {
          ExpressionReader reader = new ExpressionReader(text);
          Predicate<Bindings> test = or(reader);
          if (!reader.atEnd()) {
            throw reader.wrong();
          }
          return new Condition(test, reader.placeholders());
        });
  }

  private static Predicate<Bindings> or(ExpressionReader reader) {
    Predicate<Bindings> left = and(reader);
    while (reader.skip("OR")) {
      left = left.or(and(reader));
    }
    return left;
  }

  private static Predicate<Bindings> and(ExpressionReader reader) {
    Predicate<Bindings> left = term(reader);
    while (reader.skip("AND")) {
      left = left.and(term(reader));
    }
    return left;
  }

  private static Predicate<Bindings> term(ExpressionReader reader) {
    if (reader.skip("(")) {
      Predicate<Bindings> inner = or(reader);
      reader.expect(")");
      return inner;
    }
    if (reader.sees("attribute_exists") || reader.sees("attribute_not_exists")) {
      boolean wanted = reader.next().equalsIgnoreCase("attribute_exists");
      reader.expect("(");
      List<String> path = reader.path();
      reader.expect(")");
      return bindings -> (bindings.get(path) != null) == wanted;
    }
    Function<Bindings, AttributeValue> left = reader.operand();
    String comparator = reader.next();
    Function<Bindings, AttributeValue> right = reader.operand();
    IntPredicate wanted =
        switch (comparator) {
          case "=" -> order -> order == 0;
          case ">=" -> order -> order >= 0;
          case "<" -> order -> order < 0;
          default -> throw DynamoExceptions.validation("the fake has no comparator " + comparator);
        };
    return bindings -> {
      AttributeValue one = left.apply(bindings);
      AttributeValue other = right.apply(bindings);
      if (one == null || other == null) {
        return false;
      }
      if (one.n() != null && other.n() != null) {
        return wanted.test(new BigDecimal(one.n()).compareTo(new BigDecimal(other.n())));
      }
      // Values of other types are equal or not, and have no order.
      return one.s() != null && other.s() != null
          ? wanted.test(one.s().compareTo(other.s()))
          : comparator.equals("=") && one.equals(other);
    };
  }
}
