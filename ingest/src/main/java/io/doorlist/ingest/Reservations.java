package io.doorlist.ingest;

import io.doorlist.store.sequence.Sequence;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The places of orders that are written together: one reservation for each sequence, of as many
 * ordinals as all of them want there. Not thread-safe.
 */
final class Reservations {
  private final Map<String, Span> spans = new TreeMap<>();
  private final Map<String, Long> next = new TreeMap<>();
  private final Set<String> noted = new HashSet<>();

  /** Ordinals from {@code first} on, that many. */
  private record Span(long first, int ordinals) {
    long last() {
      return first + ordinals - 1;
    }
  }

  /** Reserves what is wanted: sequence to number of ordinals. */
  static Reservations of(Map<String, Integer> wanted, Sequence sequence, Instant deadline) {
    Reservations reservations = new Reservations();
    wanted.forEach(
        (name, ordinals) -> {
          long first = sequence.reserve(name, ordinals, deadline);
          reservations.spans.put(name, new Span(first, ordinals));
          reservations.next.put(name, first);
        });
    return reservations;
  }

  /** Returns the next ordinal of a sequence that is not taken yet; it is the caller's. */
  long take(String name) {
    return next.merge(name, 1L, Long::sum) - 1;
  }

  /** The same for a row of no units. */
  long takeForNote(String name) {
    noted.add(name);
    return take(name);
  }

  /**
   * Settles the sequences, now that all writes have ended.
   *
   * @param written whether each of them was done, so that every ordinal has its row
   */
  void settle(Sequence sequence, boolean written, Instant deadline) {
    spans.forEach(
        (name, span) -> {
          if (written && !noted.contains(name)) {
            sequence.settleRows(name, span.first(), span.last(), deadline);
          } else {
            sequence.settleBatches(name, deadline);
          }
        });
  }
}
