package io.doorlist.http;

import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The headers of a request; their names are told apart whatever the case. Immutable. */
final class Headers {
  private final Map<String, List<String>> values;

  Headers(Map<String, List<String>> values) {
    Map<String, List<String>> copy = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    values.forEach((name, list) -> copy.put(name, List.copyOf(list)));
    this.values = Collections.unmodifiableMap(copy);
  }

  /** Returns how many values there are in all. */
  int size() {
    return values.values().stream().mapToInt(List::size).sum();
  }

  /** Returns every value of this header, in the order in which they were sent. */
  List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the header's value if it was sent once. */
  Optional<String> single(String name) {
    List<String> all = all(name);
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }
}
