package io.doorlist.table;

import java.math.BigDecimal;
import java.util.List;

/** What must be true of the stored item for a {@link Write} to happen, or for a scan to find it. */
public sealed interface Condition {
  /**
   * Returns whether an item meets the condition. The caller passes a missing item as an item
   * without attributes.
   */
  boolean holds(Item item);

  record Has(Path path) implements Condition {
    @Override
    public boolean holds(Item item) {
      return item.at(path) != null;
    }
  }

  record Lacks(Path path) implements Condition {
    @Override
    public boolean holds(Item item) {
      return item.at(path) == null;
    }
  }

  /** The list does not contain {@code element}. */
  record LacksElement(String list, Object element) implements Condition {
    public LacksElement {
      element = Item.value(element);
    }

    @Override
    public boolean holds(Item item) {
      return switch (item.attributes().get(list)) {
        case List<?> elements -> !elements.contains(element);
        // DynamoDB's contains() also searches texts, bytes and sets.
        case String text -> !(element instanceof String part) || !text.contains(part);
        case Bytes bytes -> !(element instanceof Bytes part) || !bytes.contains(part);
        case Opaque set -> !set.contains(element);
        case null -> true;
        default -> true;
      };
    }
  }

  record Is(Path path, Object value) implements Condition {
    public Is {
      value = Item.value(value);
    }

    @Override
    public boolean holds(Item item) {
      return value.equals(item.at(path));
    }
  }

  /** The attribute is a number and is at least {@code number}. */
  record AtLeast(String attribute, long number) implements Condition {
    @Override
    public boolean holds(Item item) {
      return Opaque.number(item.attributes().get(attribute))
          .map(each -> each.compareTo(BigDecimal.valueOf(number)) >= 0)
          .orElse(false);
    }
  }

  /** The attribute is a number and is less than {@code number}. */
  record Below(String attribute, long number) implements Condition {
    @Override
    public boolean holds(Item item) {
      return Opaque.number(item.attributes().get(attribute))
          .map(each -> each.compareTo(BigDecimal.valueOf(number)) < 0)
          .orElse(false);
    }
  }

  /** The attribute is a text and begins with {@code prefix}. */
  record Begins(String attribute, String prefix) implements Condition {
    @Override
    public boolean holds(Item item) {
      return item.attributes().get(attribute) instanceof String text && text.startsWith(prefix);
    }
  }

  /** All of these conditions are true. */
  record All(List<Condition> conditions) implements Condition {
    public All {
      conditions = List.copyOf(conditions);
    }

    @Override
    public boolean holds(Item item) {
      return conditions.stream().allMatch(each -> each.holds(item));
    }
  }

  record Either(Condition one, Condition other) implements Condition {
    @Override
    public boolean holds(Item item) {
      return one.holds(item) || other.holds(item);
    }
  }

  static Condition absent() {
    return lacks(Key.PK);
  }

  static Condition present() {
    return has(Key.PK);
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

  /** The list does not contain {@code element}. */
  static Condition lacks(String list, Object element) {
    return new LacksElement(list, element);
  }

  static Condition is(String attribute, Object value) {
    return is(Path.of(attribute), value);
  }

  static Condition is(Path path, Object value) {
    return new Is(path, value);
  }

  /** The attribute is {@code number}. If it is absent, it counts as 0. */
  static Condition number(String attribute, long number) {
    Condition same = is(attribute, number);
    return number == 0 ? lacks(attribute).or(same) : same;
  }

  /** The attribute is a number and is at least {@code number}. */
  static Condition atLeast(String attribute, long number) {
    return new AtLeast(attribute, number);
  }

  /** The attribute is a number and is less than {@code number}. */
  static Condition below(String attribute, long number) {
    return new Below(attribute, number);
  }

  /** The attribute is a text and begins with {@code prefix}. */
  static Condition begins(String attribute, String prefix) {
    return new Begins(attribute, prefix);
  }

  /** The item still has the version that was read. Version 0 means that there was no item. */
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
