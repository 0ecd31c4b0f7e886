package io.doorlist.store.table;

import java.util.List;

/**
 * Where an attribute is in an item.
 *
 * @param steps names of attributes, and indexes of list elements
 */
public record Path(List<Object> steps) {
  public Path {
    steps = List.copyOf(steps);
  }

  /** Returns the path of these names and indexes, from the outside in. */
  public static Path of(Object... steps) {
    return new Path(List.of(steps));
  }
}
