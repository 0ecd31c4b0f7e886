package io.doorlist.table;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Changes some attributes of an item and keeps the others. Not thread-safe. */
public final class Update extends Write {
  private final List<Step> steps = new ArrayList<>();

  /** One change. It reads the item as it was before the update. */
  public sealed interface Step {
    /** Returns the path of the value that the step changes. */
    Path path();

    /**
     * Returns the new value at the path; {@code null} removes it.
     *
     * @throws RefusedException if the old value has another type than this step needs
     */
    Object applied(Item old);

    record Set(Path path, Object value) implements Step {
      public Set {
        value = Item.value(value);
      }

      @Override
      public Object applied(Item old) {
        return value;
      }
    }

    record SetIfAbsent(String attribute, Object value) implements Step {
      public SetIfAbsent {
        value = Item.value(value);
      }

      @Override
      public Path path() {
        return Path.of(attribute);
      }

      @Override
      public Object applied(Item old) {
        return old.has(attribute) ? old.attributes().get(attribute) : value;
      }
    }

    /** Appends an element to a list, which is created if it is absent. */
    record Append(String list, Object element) implements Step {
      public Append {
        element = Item.value(element);
      }

      @Override
      public Path path() {
        return Path.of(list);
      }

      @Override
      public Object applied(Item old) {
        List<Object> longer =
            switch (old.attributes().get(list)) {
              case null -> new ArrayList<>();
              case List<?> elements -> new ArrayList<>(elements);
              default -> throw RefusedException.invalid(list + " is no list");
            };
        longer.add(element);
        return Collections.unmodifiableList(longer);
      }
    }

    /** Adds to a number, which counts as 0 if it is absent. */
    record Add(String attribute, long number) implements Step {
      @Override
      public Path path() {
        return Path.of(attribute);
      }

      @Override
      public Object applied(Item old) {
        if (!old.has(attribute)) {
          return number;
        }
        return Opaque.number(old.attributes().get(attribute))
            .map(before -> Opaque.ofNumber(before.add(BigDecimal.valueOf(number))))
            .orElseThrow(() -> RefusedException.invalid(attribute + " is no number"));
      }
    }

    record Remove(Path path) implements Step {
      @Override
      public Object applied(Item old) {
        return null;
      }
    }
  }

  private Update(Key key) {
    super(key);
  }

  /** Returns an update of an item, which is created if it does not exist. */
  public static Update of(Key key) {
    return new Update(key);
  }

  private Update with(Step step) {
    steps.add(step);
    return this;
  }

  public Update set(String attribute, Object value) {
    return set(Path.of(attribute), value);
  }

  public Update set(Path path, Object value) {
    return with(new Step.Set(path, value));
  }

  public Update setAll(Item attributes) {
    attributes.attributes().forEach(this::set);
    return this;
  }

  public Update setIfAbsent(String attribute, Object value) {
    return with(new Step.SetIfAbsent(attribute, value));
  }

  /** Appends an element to a list, which is created if it is absent. */
  public Update append(String list, Object element) {
    return with(new Step.Append(list, element));
  }

  /** Adds to a number, which counts as 0 if it is absent. */
  public Update add(String attribute, long number) {
    return with(new Step.Add(attribute, number));
  }

  public Update remove(String attribute) {
    return remove(Path.of(attribute));
  }

  public Update remove(Path path) {
    return with(new Step.Remove(path));
  }

  @Override
  public Update require(Condition required) {
    super.require(required);
    return this;
  }

  @Override
  public Update ifPresent() {
    return require(Condition.present());
  }

  public List<Step> steps() {
    return Collections.unmodifiableList(steps);
  }

  @Override
  public Item applied(Item old) {
    for (Step step : steps) {
      Object first = step.path().steps().getFirst();
      if (first.equals(Key.PK) || first.equals(Key.SK)) {
        throw RefusedException.invalid("an update cannot change the key");
      }
    }
    Item before = old.isEmpty() ? new Item(key()) : old;
    return edits().applied(before);
  }

  /**
   * Returns the steps as a tree of the places that they change.
   *
   * @throws RefusedException if the places of two steps overlap
   */
  Edits edits() {
    return Edits.of(
        steps.stream().map(step -> new Edits.Edit(step.path(), step::applied)).toList());
  }

  @Override
  Object change() {
    return List.copyOf(steps);
  }
}
