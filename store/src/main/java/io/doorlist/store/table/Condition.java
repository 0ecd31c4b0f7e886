package io.doorlist.store.table;

import java.util.List;
import java.util.StringJoiner;
import java.util.function.Function;

/** What must be true of the stored item for a {@link Write} to happen. */
public final class Condition {
  private final Function<Terms, String> text;

  private Condition(Function<Terms, String> text) {
    this.text = text;
  }

  String text(Terms terms) {
    return text.apply(terms);
  }

  /** No item has the key. */
  public static Condition absent() {
    return new Condition(terms -> "attribute_not_exists(" + TableSchema.PK + ")");
  }

  /** An item has the key. */
  public static Condition present() {
    return new Condition(terms -> "attribute_exists(" + TableSchema.PK + ")");
  }

  /** The item has this attribute. */
  public static Condition has(String attribute) {
    return has(Path.of(attribute));
  }

  /** The item has this attribute. */
  public static Condition has(Path path) {
    return new Condition(terms -> "attribute_exists(" + terms.path(path) + ")");
  }

  /** The item lacks this attribute. */
  public static Condition lacks(String attribute) {
    return lacks(Path.of(attribute));
  }

  /** The item lacks this attribute. */
  public static Condition lacks(Path path) {
    return new Condition(terms -> "attribute_not_exists(" + terms.path(path) + ")");
  }

  /** The list lacks this element. */
  public static Condition lacks(String list, Object element) {
    return new Condition(
        terms -> "NOT contains(" + terms.name(list) + ", " + terms.value(element) + ")");
  }

  /** The attribute has this value. */
  public static Condition is(String attribute, Object value) {
    return compare(attribute, "=", value);
  }

  /** The attribute has this value. */
  public static Condition is(Path path, Object value) {
    return new Condition(terms -> terms.path(path) + " = " + terms.value(value));
  }

  /** The number is this; an absent one counts as 0. */
  public static Condition number(String attribute, long number) {
    Condition same = is(attribute, number);
    return number == 0 ? lacks(attribute).or(same) : same;
  }

  /** The number is present and at least this. */
  public static Condition atLeast(String attribute, long number) {
    return compare(attribute, ">=", number);
  }

  /** The number is present and less than this. */
  public static Condition below(String attribute, long number) {
    return compare(attribute, "<", number);
  }

  /** The item still has the version that was read; for 0, the item still has none. */
  public static Condition unchanged(String attribute, long version) {
    return version == 0 ? absent() : is(attribute, version);
  }

  /** All of these are true. */
  public static Condition all(List<Condition> conditions) {
    return new Condition(
        terms -> {
          StringJoiner all = new StringJoiner(" AND ");
          conditions.forEach(each -> all.add(each.text(terms)));
          return all.toString();
        });
  }

  /** Both this and the other are true. */
  public Condition and(Condition other) {
    return new Condition(terms -> text(terms) + " AND " + other.text(terms));
  }

  /** This or the other is true. */
  public Condition or(Condition other) {
    return new Condition(terms -> "(" + text(terms) + " OR " + other.text(terms) + ")");
  }

  private static Condition compare(String attribute, String operator, Object value) {
    return new Condition(
        terms -> terms.name(attribute) + " " + operator + " " + terms.value(value));
  }
}
