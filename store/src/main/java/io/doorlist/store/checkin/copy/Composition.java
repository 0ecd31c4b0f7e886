package io.doorlist.store.checkin.copy;

import io.doorlist.store.sequence.SequenceMark;
import java.util.List;
import java.util.NavigableMap;
import java.util.NavigableSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Adds up rows and notes for a reader that has everything up to a mark: each thing is there once,
 * or gone. Not thread-safe.
 */
final class Composition<T> {
  private final SequenceMark have;
  private final NavigableMap<Long, T> things = new TreeMap<>();
  private final NavigableSet<Long> gone = new TreeSet<>();

  Composition(SequenceMark have) {
    this.have = have;
  }

  /** Adds a row's thing, or its new state. */
  void put(long name, T thing) {
    things.put(name, thing);
  }

  /** Changes a thing that the reader already has or is about to get. */
  void change(long ordinal, T thing) {
    if (things.containsKey(ordinal) || has(ordinal)) {
      put(ordinal, thing);
    }
  }

  /**
   * Removes a thing.
   *
   * @param ordinal of the row that has or had it
   */
  void remove(long name, long ordinal) {
    things.remove(name);
    if (has(ordinal)) {
      gone.add(name);
    }
  }

  private boolean has(long ordinal) {
    return ordinal <= have.upto() && !have.open().contains(ordinal);
  }

  List<T> things() {
    return List.copyOf(things.values());
  }

  List<Long> gone() {
    return List.copyOf(gone);
  }
}
