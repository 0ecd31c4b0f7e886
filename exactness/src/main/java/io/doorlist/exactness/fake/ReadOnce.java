package io.doorlist.exactness.fake;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;

/** What expressions mean: the same text is read once. Thread-safe. */
final class ReadOnce<T> {
  private static final int MAX_KEPT = 4096;

  private final Map<String, T> kept = new ConcurrentHashMap<>();
  private final Function<ExpressionReader, T> read;

  ReadOnce(Function<ExpressionReader, T> read) {
    this.read = read;
  }

  T of(String text) {
    T known = kept.get(text);
    if (known != null) {
      return known;
    }
    T parsed = read.apply(new ExpressionReader(text));
    if (kept.size() >= MAX_KEPT) {
      kept.clear();
    }
    kept.put(text, parsed);
    return parsed;
  }
}
