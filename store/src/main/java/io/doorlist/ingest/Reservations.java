package io.doorlist.ingest;

import io.doorlist.store.sequence.Sequence;
import java.time.Instant;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * The ordinals of orders that are written together: one reservation for each sequence, for all of
 * them. Not thread-safe.
 */
final class Reservations {
  private final Map<String, Integer> wanted;
  private final Map<String, Long> first = new TreeMap<>();
  private final Map<String, Long> next = new TreeMap<>();
  private final Set<String> noted = new HashSet<>();

  /**
   * Reserves ordinals.
   *
   * @param wanted sequence to number of ordinals
   */
  Reservations(Map<String, Integer> wanted, Sequence sequence, Instant deadline) {
    this.wanted = wanted;
    wanted.forEach((name, ordinals) -> first.put(name, sequence.reserve(name, ordinals, deadline)));
    next.putAll(first);
  }

  /** Takes the next ordinal of a sequence. */
  long next(String name) {
    return next.merge(name, 1L, Long::sum) - 1;
  }

  /** Takes the next ordinal of a sequence for a note, a row of no units. */
  long nextForNote(String name) {
    noted.add(name);
    return next(name);
  }

  /**
   * Settles the sequences after all writes have ended.
   *
   * @param written whether all of them succeeded, so that every ordinal has its row
   */
  void settle(Sequence sequence, boolean written, Instant deadline) {
    first.forEach(
        (name, from) -> {
          if (written && !noted.contains(name)) {
            sequence.settleRows(name, from, from + wanted.get(name) - 1, deadline);
          } else {
            sequence.settleBatches(name, deadline);
          }
        });
  }
}
