package io.doorlist.table;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;

/**
 * The steps of an update, as a tree of the places that they change. Each step sees the item as it
 * was before the update, so removing one element of a list does not shift the index of another.
 */
final class Edits {
  /**
   * The places inside this one by name, if it is a map. If it is a list, they are in {@link
   * #elements} by index.
   */
  private final Map<String, Edits> members = new LinkedHashMap<>();

  private final Map<Integer, Edits> elements = new TreeMap<>();

  /** The change of this place itself; {@code null} if only places inside it change. */
  private Edit edit;

  private Edits() {}

  /**
   * The change of one place.
   *
   * @param value computes the new value from the whole old item; {@code null} removes the place
   */
  record Edit(Path path, Function<Item, Object> value) {}

  /**
   * Returns the steps of an update as a tree.
   *
   * @throws RefusedException if the places of two steps overlap
   */
  static Edits of(List<Edit> edits) {
    Edits all = new Edits();
    for (Edit each : edits) {
      Edits at = all;
      for (Object next : each.path().steps()) {
        at = at.inner(next);
      }
      if (at.edit != null || !at.members.isEmpty() || !at.elements.isEmpty()) {
        throw RefusedException.invalid("two paths of an update overlap");
      }
      at.edit = each;
    }
    return all;
  }

  private Edits inner(Object next) {
    if (edit != null) {
      throw RefusedException.invalid("two paths of an update overlap");
    }
    Edits inner =
        next instanceof Integer index
            ? elements.computeIfAbsent(index, any -> new Edits())
            : members.computeIfAbsent((String) next, any -> new Edits());
    if (!members.isEmpty() && !elements.isEmpty()) {
      throw RefusedException.invalid("two paths of an update conflict");
    }
    return inner;
  }

  Item applied(Item old) {
    return new Item(changed(old.attributes(), old));
  }

  private Map<String, Object> changed(Map<?, ?> map, Item old) {
    Map<String, Object> now = new LinkedHashMap<>();
    map.forEach((name, value) -> now.put((String) name, value));
    members.forEach(
        (name, inner) -> {
          Object value = inner.value(now.get(name), old);
          if (value == null) {
            now.remove(name);
          } else {
            now.put(name, value);
          }
        });
    return now;
  }

  /** Returns the list with its changes. A step with an index beyond the end appends its value. */
  private List<Object> changed(List<?> list, Item old) {
    List<Object> now = new ArrayList<>(list);
    elements.forEach(
        (index, inner) -> {
          if (index < list.size()) {
            now.set(index, inner.value(list.get(index), old));
          } else {
            now.add(inner.value(null, old));
          }
        });
    now.removeIf(value -> value == null);
    return Collections.unmodifiableList(now);
  }

  /** Returns the new value of this place; {@code null} if it is removed. */
  private Object value(Object before, Item old) {
    if (edit != null) {
      return edit.value().apply(old);
    }
    return switch (before) {
      case Map<?, ?> map -> Collections.unmodifiableMap(requireNamed(map, old));
      case List<?> list -> requireNumbered(list, old);
      case null -> throw nothingThere();
      default -> throw nothingThere();
    };
  }

  private Map<String, Object> requireNamed(Map<?, ?> map, Item old) {
    if (members.isEmpty()) {
      throw nothingThere();
    }
    return changed(map, old);
  }

  private List<Object> requireNumbered(List<?> list, Item old) {
    if (elements.isEmpty()) {
      throw nothingThere();
    }
    return changed(list, old);
  }

  private static RefusedException nothingThere() {
    return RefusedException.invalid("a path of the update leads to nothing that can be changed");
  }
}
