package io.doorlist.phone;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;

/**
 * The values that the phone stores, by name, and the changes that are not written yet. Not
 * thread-safe.
 */
final class KeptValues {
  private static final long RETRY_MILLIS = 1_000;

  private final Map<String, String> values = new TreeMap<>();
  private final Map<String, String> changes = new LinkedHashMap<>();
  private Map<String, String> writing = Map.of();
  private boolean fresh;
  private boolean broken;
  private long failedAt;

  KeptValues(Map<String, String> kept) {
    values.putAll(kept);
  }

  String get(String name) {
    return values.getOrDefault(name, "");
  }

  void each(String prefix, BiConsumer<String, String> does) {
    new TreeMap<>(values)
        .forEach(
            (name, value) -> {
              if (name.startsWith(prefix)) {
                does.accept(name.substring(prefix.length()), value);
              }
            });
  }

  /** Changes a value. An empty text removes it. */
  void put(String name, String value) {
    if (get(name).equals(value)) {
      return;
    }
    if (value.isEmpty()) {
      values.remove(name);
    } else {
      values.put(name, value);
    }
    changes.put(name, value);
    fresh = true;
  }

  /** Returns the changes to write now, including those that could not be written before. */
  Map<String, String> take(long now) {
    if (!writing.isEmpty() || changes.isEmpty() || !(fresh || now - failedAt >= RETRY_MILLIS)) {
      return Map.of();
    }
    writing = new LinkedHashMap<>(changes);
    changes.clear();
    fresh = false;
    return new LinkedHashMap<>(writing);
  }

  void written(boolean done, long now) {
    broken = !done;
    if (!done) {
      failedAt = now;
      Map<String, String> newer = new LinkedHashMap<>(changes);
      changes.clear();
      changes.putAll(writing);
      changes.putAll(newer);
    }
    writing = Map.of();
  }

  /** Returns whether everything that can be written has been written. */
  boolean settled() {
    return writing.isEmpty() && !fresh && (broken || changes.isEmpty());
  }

  boolean broken() {
    return broken;
  }

  /**
   * Returns when to retry changes that could not be written. It is the largest {@code long} if
   * there are none.
   */
  long retryAt() {
    return broken && !changes.isEmpty() ? failedAt + RETRY_MILLIS : Long.MAX_VALUE;
  }
}
