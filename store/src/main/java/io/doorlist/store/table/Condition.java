package io.doorlist.store.table;

import static java.util.stream.Collectors.joining;

import java.util.List;

/** What must be true of the stored item for a {@link Write} to happen. */
public interface Condition {
  String text(Terms terms);

  static Condition absent() {
    return terms -> "attribute_not_exists(" + TableSchema.PK + ")";
  }

  static Condition present() {
    return terms -> "attribute_exists(" + TableSchema.PK + ")";
  }

  static Condition has(String attribute) {
    return has(Path.of(attribute));
  }

  static Condition has(Path path) {
    return terms -> "attribute_exists(" + terms.path(path) + ")";
  }

  static Condition lacks(String attribute) {
    return lacks(Path.of(attribute));
  }

  static Condition lacks(Path path) {
    return terms -> "attribute_not_exists(" + terms.path(path) + ")";
  }

  /** The list lacks this element. */
  static Condition lacks(String list, Object element) {
    return terms -> "NOT contains(" + terms.name(list) + ", " + terms.value(element) + ")";
  }

  static Condition is(String attribute, Object value) {
    return is(Path.of(attribute), value);
  }

  static Condition is(Path path, Object value) {
    return terms -> terms.path(path) + " = " + terms.value(value);
  }

  /** The number is this; an absent one counts as 0. */
  static Condition number(String attribute, long number) {
    Condition same = is(attribute, number);
    return number == 0 ? lacks(attribute).or(same) : same;
  }

  /** The number is present and at least this. */
  static Condition atLeast(String attribute, long number) {
    return terms -> terms.name(attribute) + " >= " + terms.value(number);
  }

  /** The number is present and less than this. */
  static Condition below(String attribute, long number) {
    return terms -> terms.name(attribute) + " < " + terms.value(number);
  }

  /** The item still has the version that was read; for 0, the item still has none. */
  static Condition unchanged(String attribute, long version) {
    return version == 0 ? absent() : is(attribute, version);
  }

  static Condition all(List<Condition> conditions) {
    return terms -> conditions.stream().map(each -> each.text(terms)).collect(joining(" AND "));
  }

  default Condition and(Condition other) {
    return all(List.of(this, other));
  }

  default Condition or(Condition other) {
    return terms -> "(" + text(terms) + " OR " + other.text(terms) + ")";
  }
}
