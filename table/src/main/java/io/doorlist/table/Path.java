package io.doorlist.table;

import java.util.List;

/**
 * The path of an attribute in an item.
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
