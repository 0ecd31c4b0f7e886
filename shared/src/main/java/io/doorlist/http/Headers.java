package io.doorlist.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * The headers of a request that some operation reads, and how many there were in total. Names are
 * case-insensitive. Immutable.
 */
public final class Headers {
  static final String ACCEPT_LANGUAGE = "Accept-Language";
  static final String CONTENT_TYPE = "Content-Type";

  /** The device's clock. */
  public static final String DEVICE_TIME = "X-Device-Time";

  /** What identifies a request that is repeated. */
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";

  /** The tags of what the client has. */
  public static final String IF_NONE_MATCH = "If-None-Match";

  static final String ORIGIN = "Origin";

  private static final Set<String> LOOKED_AT = caseInsensitive();

  private final Map<String, List<String>> values;
  private final int size;

  private Headers(Map<String, List<String>> values, int size) {
    this.values = values;
    this.size = size;
  }

  private static Set<String> caseInsensitive() {
    Set<String> names = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    names.addAll(
        List.of(
            ACCEPT_LANGUAGE, CONTENT_TYPE, DEVICE_TIME, IDEMPOTENCY_KEY, IF_NONE_MATCH, ORIGIN));
    return names;
  }

  /** Returns the total number of values. */
  int size() {
    return size;
  }

  /** Returns every value of this header, in the order in which they were sent. */
  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  /** Returns the header's value if it was sent once. */
  Optional<String> single(String name) {
    List<String> all = all(name);
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }

  /** Returns whether an operation reads headers with this name. */
  static boolean isRead(String name) {
    return LOOKED_AT.contains(name);
  }

  /** Collects headers; used for one request only. */
  static final class Builder {
    private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    private int size;

    /** Adds a value; {@code null}, or a header that no operation reads, is only counted. */
    Builder add(String name, String value) {
      if (value != null && isRead(name)) {
        values.computeIfAbsent(name, any -> new ArrayList<>(1)).add(value);
      }
      size++;
      return this;
    }

    boolean isEmpty() {
      return size == 0;
    }

    Headers build() {
      return new Headers(values, size);
    }
  }
}
