package io.doorlist.store.sequence;

import java.util.Collections;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.SortedSet;
import java.util.TreeSet;

/**
 * Which rows of a sequence somebody has seen: all up to an ordinal, but for places below it that
 * were still open. Two readers with equal marks have seen the same rows.
 *
 * @param upto the last row that was seen, 0 for none
 * @param open ordinals below it that had no row yet
 */
public record SequenceMark(long upto, SortedSet<Long> open) {
  /** Has seen nothing. */
  public static final SequenceMark NONE = new SequenceMark(0, Collections.emptySortedSet());

  /** More open places than this are not kept in mind: a mark must fit a query parameter. */
  static final int MAX_OPEN = 400;

  private static final int RADIX = 36;

  public SequenceMark {
    open = Collections.unmodifiableSortedSet(new TreeSet<>(open));
  }

  /** Returns the mark as a text of digits and letters, with {@code ~} between them. */
  public String text() {
    StringBuilder text = new StringBuilder(Long.toString(upto, RADIX));
    long last = 0;
    for (long ordinal : open) {
      text.append('~').append(Long.toString(ordinal - last, RADIX));
      last = ordinal;
    }
    return text.toString();
  }

  /** Reads what {@link #text} wrote; empty for anything else. */
  public static Optional<SequenceMark> of(String text) {
    String[] parts = text.split("~", -1);
    try {
      long upto = Long.parseLong(parts[0], RADIX);
      NavigableSet<Long> open = new TreeSet<>();
      long ordinal = 0;
      for (int i = 1; i < parts.length; i++) {
        ordinal += Long.parseLong(parts[i], RADIX);
        open.add(ordinal);
      }
      SequenceMark mark = new SequenceMark(upto, open);
      boolean written = mark.text().equals(text) && upto >= 0 && open.size() <= MAX_OPEN;
      boolean inOrder = open.isEmpty() || (open.first() > 0 && open.last() < upto);
      return written && inOrder ? Optional.of(mark) : Optional.empty();
    } catch (NumberFormatException e) {
      return Optional.empty();
    }
  }
}
