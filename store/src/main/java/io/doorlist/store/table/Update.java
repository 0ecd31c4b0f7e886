package io.doorlist.store.table;

import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Changes some attributes of an item and keeps the others. Not thread-safe. */
public final class Update extends Write {
  private final List<Step> steps = new ArrayList<>();

  /** One change; what it reads is the item before the update. */
  public sealed interface Step {
    record Set(Path path, Object value) implements Step {}

    record SetIfAbsent(String attribute, Object value) implements Step {}

    /** Appends an element to a list, which is created if it is absent. */
    record Append(String list, Object element) implements Step {}

    /** Adds to a number, which counts as 0 if it is absent. */
    record Add(String attribute, long number) implements Step {}

    record Remove(Path path) implements Step {}
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
}
