package io.doorlist.store.sequence;

import io.doorlist.table.Item;
import java.util.Collections;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Which rows of a sequence a reader has seen: all up to an ordinal, except for places below it that
 * were still open. Two readers with equal marks have seen the same rows.
 *
 * @param upto the ordinal of the last row that was seen, 0 for none
 * @param open ordinals below it that had no row yet
 */
public record SequenceMark(long upto, SortedSet<Long> open) {
  public static final SequenceMark NONE = new SequenceMark(0, Collections.emptySortedSet());

  /** The most open places that a mark has, as each is read again. */
  private static final int MAX_OPEN = 5_000;

  /** The most runs of open places, as a mark must fit into a query parameter. */
  private static final int MAX_RUNS = 400;

  private static final int RADIX = 36;

  public SequenceMark {
    open = Collections.unmodifiableSortedSet(new TreeSet<>(open));
  }

  /**
   * Returns the mark up to which all rows are there, with everything that was written with them.
   */
  public static SequenceMark settled(Item head) {
    return new SequenceMark(head.number(Sequence.SETTLED), Collections.emptySortedSet());
  }

  /** Returns whether a mark can hold these open places. */
  static boolean fits(SortedSet<Long> open) {
    return open.size() <= MAX_OPEN && runs(open).size() <= MAX_RUNS;
  }

  /** Groups consecutive places into runs: first place to last. */
  private static SortedMap<Long, Long> runs(SortedSet<Long> open) {
    TreeMap<Long, Long> runs = new TreeMap<>();
    for (long ordinal : open) {
      if (!runs.isEmpty() && runs.lastEntry().getValue() == ordinal - 1) {
        runs.put(runs.lastKey(), ordinal);
      } else {
        runs.put(ordinal, ordinal);
      }
    }
    return runs;
  }

  /** Returns the mark as text: digits and letters, separated by {@code ~} and {@code -}. */
  public String text() {
    StringBuilder text = new StringBuilder(Long.toString(upto, RADIX));
    long last = 0;
    for (Map.Entry<Long, Long> run : runs(open).entrySet()) {
      text.append('~').append(Long.toString(run.getKey() - last, RADIX));
      last = run.getValue();
      if (last > run.getKey()) {
        text.append('-').append(Long.toString(last - run.getKey(), RADIX));
      }
    }
    return text.toString();
  }

  /** Parses the output of {@link #text}; empty for anything else. */
  public static Optional<SequenceMark> of(String text) {
    String[] parts = text.split("~", -1);
    try {
      long upto = Long.parseLong(parts[0], RADIX);
      NavigableSet<Long> open = new TreeSet<>();
      long last = 0;
      for (int i = 1; i < parts.length; i++) {
        String[] run = parts[i].split("-", -1);
        long first = last + Long.parseLong(run[0], RADIX);
        last = run.length == 1 ? first : first + Long.parseLong(run[1], RADIX);
        if (last - first >= MAX_OPEN || open.size() > MAX_OPEN) {
          return Optional.empty();
        }
        for (long ordinal = first; ordinal <= last; ordinal++) {
          open.add(ordinal);
        }
      }
      boolean inOrder = open.isEmpty() || (open.first() > 0 && open.last() < upto);
      return Optional.of(new SequenceMark(upto, open))
          .filter(mark -> upto >= 0 && inOrder && fits(open) && mark.text().equals(text));
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
