package io.doorlist.store;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;

/**
 * Ordinals that a bulk writer holds in advance, so that most rows cost no reservation of their own.
 * Whoever stops early gives the rest back; what a killed run held is closed like any dead writer's.
 * Thread-safe.
 */
final class Reservations {
  /** Ordinals that are reserved at a time. */
  private static final int STRIDE = 64;

  private final Sequence sequence;
  private final Map<String, Span> spans = new HashMap<>();

  Reservations(Sequence sequence) {
    this.sequence = sequence;
  }

  /** Ordinals from {@code next} up to {@code last}. */
  private record Span(long next, long last) {
    int size() {
      return (int) (last - next + 1);
    }
  }

  /** Returns the first of as many consecutive ordinals; they are the caller's. */
  synchronized long take(String name, int ordinals, Instant deadline) {
    Span span = spans.get(name);
    if (span == null || span.size() < ordinals) {
      if (span != null) {
        sequence.settleYoung(name, deadline);
        giveBack(name, span, deadline);
      }
      int stride = Math.max(STRIDE, ordinals);
      long first = sequence.reserve(name, stride, deadline);
      span = new Span(first, first + stride - 1);
    }
    spans.put(name, new Span(span.next() + ordinals, span.last()));
    return span.next();
  }

  /** Forgets what is held of a sequence: others have closed it. */
  synchronized void forget(String name) {
    spans.remove(name);
  }

  /** Gives everything back, and closes what cannot be given back. */
  synchronized void close(Instant deadline) {
    spans.forEach((name, span) -> giveBack(name, span, deadline));
    spans.clear();
  }

  private void giveBack(String name, Span span, Instant deadline) {
    if (span.size() > 0) {
      sequence.giveBack(name, span.next(), span.last(), deadline);
    }
  }
}
