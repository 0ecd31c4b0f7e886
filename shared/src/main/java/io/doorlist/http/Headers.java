package io.doorlist.http;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/** The headers of a request. Names are case-insensitive. Immutable. */
public final class Headers {
  static final String ACCEPT_LANGUAGE = "Accept-Language";
  static final String CONTENT_TYPE = "Content-Type";
  public static final String DEVICE_TIME = "X-Device-Time";
  public static final String IDEMPOTENCY_KEY = "Idempotency-Key";
  public static final String IF_NONE_MATCH = "If-None-Match";

  static final String ORIGIN = "Origin";

  private final Map<String, List<String>> values = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);

  Headers(Map<String, List<String>> sent) {
    sent.forEach((name, all) -> values.computeIfAbsent(name, any -> new ArrayList<>()).addAll(all));
  }

  int size() {
    return values.values().stream().mapToInt(List::size).sum();
  }

  public List<String> all(String name) {
    return values.getOrDefault(name, List.of());
  }

  public Optional<String> single(String name) {
    List<String> all = all(name);
    return all.size() == 1 ? Optional.of(all.getFirst()) : Optional.empty();
  }
}
