package io.doorlist.store.table;

import java.util.List;

/** What must be true of the stored item for a {@link Write} to happen. */
public sealed interface Condition {
  record Has(Path path) implements Condition {}

  record Lacks(Path path) implements Condition {}

  /** The list lacks this element. */
  record LacksElement(String list, Object element) implements Condition {}

  record Is(Path path, Object value) implements Condition {}

  /** The number is present and at least this. */
  record AtLeast(String attribute, long number) implements Condition {}

  /** The number is present and less than this. */
  record Below(String attribute, long number) implements Condition {}

  /** Every one of them is true. */
  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
    }
  }

  record Either(Condition one, Condition other) implements Condition {}

  static Condition absent() {
    return lacks(TableSchema.PK);
  }

  static Condition present() {
    return has(TableSchema.PK);
  }

  static Condition has(String attribute) {
    return has(Path.of(attribute));
  }

  static Condition has(Path path) {
    return new Has(path);
  }

  static Condition lacks(String attribute) {
    return lacks(Path.of(attribute));
  }

  static Condition lacks(Path path) {
    return new Lacks(path);
  }

  /** The list lacks this element. */
  static Condition lacks(String list, Object element) {
    return new LacksElement(list, element);
  }

  static Condition is(String attribute, Object value) {
    return is(Path.of(attribute), value);
  }

  static Condition is(Path path, Object value) {
    return new Is(path, value);
  }

  /** The number is this; an absent one counts as 0. */
  static Condition number(String attribute, long number) {
    Condition same = is(attribute, number);
    return number == 0 ? lacks(attribute).or(same) : same;
  }

  /** The number is present and at least this. */
  static Condition atLeast(String attribute, long number) {
    return new AtLeast(attribute, number);
  }

  /** The number is present and less than this. */
  static Condition below(String attribute, long number) {
    return new Below(attribute, number);
  }

  /** The item still has the version that was read; for 0, the item still has none. */
  static Condition unchanged(String attribute, long version) {
    return version == 0 ? absent() : is(attribute, version);
  }

  static Condition all(List<Condition> conditions) {
    return new All(conditions);
  }

  default Condition and(Condition other) {
    return all(List.of(this, other));
  }

  default Condition or(Condition other) {
    return new Either(this, other);
  }
}
