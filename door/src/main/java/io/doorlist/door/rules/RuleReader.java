package io.doorlist.door.rules;

import io.doorlist.door.rules.Term.Comparison;
import io.doorlist.door.rules.Term.Counted;
import io.doorlist.door.rules.Term.Name;
import io.doorlist.door.rules.Term.Which;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * Reads a rule's JSON logic into a tree. It refuses what it does not know, and what would fail in
 * pretix for every guest. The exception names that part.
 */
final class RuleReader {
  private static final int MAX_NUMBER = 18;

  private RuleReader() {}

  /** Reads a whole rule. Its first operator must say yes or no, such as "and" or a comparison. */
  static Term read(Object rule) {
    String operator = operator(rule);
    Term term = term(rule, true);
    if (!decides(term)) {
      throw new UnknownRuleException("\"" + operator + "\" as the first operator");
    }
    return term;
  }

  private static boolean decides(Term term) {
    return term instanceof Term.And
        || term instanceof Term.Or
        || term instanceof Term.Compare
        || term instanceof Term.InList
        || term instanceof Term.Before;
  }

  /** Reads a part of a rule. It may be "and" or "or" only if {@code condition} is set. */
  private static Term term(Object part, boolean condition) {
    if (!(part instanceof Map<?, ?>)) {
      if (part instanceof List<?>) {
        throw new UnknownRuleException("a list without an operator");
      }
      return new Term.Literal(part);
    }
    String operator = operator(part);
    List<?> operands = operands(part);
    switch (operator) {
      case "and", "or" -> {
        if (!condition) {
          throw new UnknownRuleException("\"" + operator + "\" below another operator");
        }
        List<Term> parts =
            operands.stream().map(each -> term(each, true)).collect(Collectors.toList());
        return operator.equals("and") ? new Term.And(parts) : new Term.Or(parts);
      }
      case "var" -> {
        return variable(one(operator, operands));
      }
      case "inList" -> {
        count(operator, operands, 2, 2);
        return new Term.InList(term(operands.get(0), false), objects(operands.get(1)));
      }
      case "lookup" -> {
        return lookup(operands);
      }
      case "isBefore", "isAfter" -> {
        return before(operator, operands);
      }
      case "buildTime" -> {
        return time(operands);
      }
      default -> {
        return other(operator, operands);
      }
    }
  }

  private static Term other(String operator, List<?> operands) {
    for (Counted counted : Counted.values()) {
      if (counted.word.equals(operator)) {
        Object cutoff = one(operator, operands);
        if (!(cutoff instanceof Map<?, ?>) || !operator(cutoff).equals("buildTime")) {
          throw misused(operator);
        }
        return new Term.Entries(counted, term(cutoff, false));
      }
    }
    for (Comparison comparison : Comparison.values()) {
      if (comparison.word.equals(operator)) {
        boolean chained = operator.startsWith("<");
        count(operator, operands, 2, chained ? Integer.MAX_VALUE : 2);
        List<Term> values =
            operands.stream().map(each -> term(each, false)).collect(Collectors.toList());
        if (values.stream().anyMatch(value -> value.isTime() || decides(value))) {
          throw misused(operator);
        }
        return new Term.Compare(comparison, values);
      }
    }
    throw new UnknownRuleException("operator \"" + operator + "\"");
  }

  private static Term variable(Object name) {
    for (Name known : Name.values()) {
      if (known.word.equals(name)) {
        return new Term.Variable(known);
      }
    }
    throw new UnknownRuleException("variable \"" + name + "\"");
  }

  private static Term before(String operator, List<?> operands) {
    count(operator, operands, 2, 3);
    Term first = term(operands.get(0), false);
    Term second = term(operands.get(1), false);
    if (!first.isTime() || !second.isTime()) {
      throw misused(operator);
    }
    double tolerance = operands.size() < 3 ? Double.NaN : tolerance(operator, operands.get(2));
    boolean after = operator.equals("isAfter");
    return new Term.Before(after ? second : first, after ? first : second, tolerance);
  }

  /** Returns the minutes to add, or NaN if the rule adds none. */
  private static double tolerance(String operator, Object value) {
    if (!Comparisons.truth(value)) {
      return Double.NaN;
    }
    double minutes = value instanceof Map<?, ?> ? Double.NaN : Comparisons.number(value);
    if (Double.isNaN(minutes) || Math.abs(minutes) > 1e9) {
      throw misused(operator);
    }
    return minutes;
  }

  private static List<Term> objects(Object list) {
    if (!(list instanceof Map<?, ?>) || !operator(list).equals("objectList")) {
      throw misused("inList");
    }
    List<Term> objects = new ArrayList<>();
    for (Object object : operands(list)) {
      Term term = term(object, false);
      if (term.isTime() || decides(term)) {
        throw misused("objectList");
      }
      objects.add(term);
    }
    return objects;
  }

  private static Term lookup(List<?> operands) {
    count("lookup", operands, 3, 3);
    Object id = operands.get(1);
    String name = operands.get(2) instanceof String text ? text : null;
    if (id instanceof Long number) {
      return new Term.Lookup(number, name);
    }
    // Like pretix, this reads a number from a text with blanks around it.
    String digits = id instanceof String text ? text.trim() : "";
    if (!digits.isEmpty() && digits.length() <= MAX_NUMBER && Comparisons.isDigits(digits)) {
      return new Term.Lookup(Long.parseLong(digits), name);
    }
    throw misused("lookup");
  }

  private static Term time(List<?> operands) {
    count("buildTime", operands, 1, 2);
    Object kind = operands.get(0);
    for (Which which : Which.values()) {
      if (which.word.equals(kind)) {
        return new Term.DateOf(which);
      }
    }
    if (!"custom".equals(kind) && !"customtime".equals(kind)) {
      throw new UnknownRuleException("time \"" + kind + "\"");
    }
    if (operands.size() < 2 || !(operands.get(1) instanceof String text)) {
      throw misused("buildTime");
    }
    return "custom".equals(kind)
        ? new Term.Fixed(TimeText.instant(text))
        : new Term.TimeOfDay(TimeText.ofDay(text));
  }

  private static String operator(Object part) {
    if (!(part instanceof Map<?, ?> members) || members.size() != 1) {
      throw new UnknownRuleException("a part that is not one operator");
    }
    return String.valueOf(members.keySet().iterator().next());
  }

  private static List<?> operands(Object part) {
    Object operands = ((Map<?, ?>) part).values().iterator().next();
    return operands instanceof List<?> list ? list : Arrays.asList(operands);
  }

  private static Object one(String operator, List<?> operands) {
    count(operator, operands, 1, 1);
    return operands.get(0);
  }

  private static void count(String operator, List<?> operands, int least, int most) {
    if (operands.size() < least || operands.size() > most) {
      throw misused(operator);
    }
  }

  private static UnknownRuleException misused(String operator) {
    return new UnknownRuleException("the operands of \"" + operator + "\"");
  }
}
