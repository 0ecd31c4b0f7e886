package io.doorlist.store.sequence;

import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;

/**
 * Several sequences read as one, newest first, ordered by a number that grows along each of them.
 *
 * <p>Implementation notes. To skip r units, look r / k ahead in each of the k sequences: everything
 * before the newest of those k units is among the r newest of all, so that sequence can skip it.
 * Each step reduces r by a k-th, so a page costs about k² log(page) small reads on top of the k
 * sequences' own pages; nothing before it is read.
 */
public final class MergedSequences {
  private final SequencePages pages;
  private final List<String> names;
  private final ToLongFunction<SequencePages.Unit> order;

  /**
   * Merges these sequences.
   *
   * @param order a number that grows along each of them
   */
  public MergedSequences(
      SequencePages pages, List<String> names, ToLongFunction<SequencePages.Unit> order) {
    this.pages = pages;
    this.names = List.copyOf(names);
    this.order = order;
  }

  /** Reads one page, newest first. */
  public SequencePages.Units page(PageRequest request, Instant deadline) {
    List<SequenceHead> heads = names.stream().map(name -> pages.head(name, deadline)).toList();
    long count = heads.stream().mapToLong(SequenceHead::units).sum();
    if (request.offset() >= count) {
      return new SequencePages.Units(List.of(), count);
    }
    long[] skipped = new long[names.size()];
    skip(heads, skipped, request.offset(), deadline);
    List<SequencePages.Unit> units = new ArrayList<>();
    for (int i = 0; i < skipped.length; i++) {
      units.addAll(newest(heads, i, skipped[i], request.items(), deadline));
    }
    units.sort(Comparator.comparingLong(order).reversed());
    return new SequencePages.Units(
        units.subList(0, Math.min(units.size(), request.items())), count);
  }

  private void skip(List<SequenceHead> heads, long[] skipped, long offset, Instant deadline) {
    long left = offset;
    while (left > 0) {
      int open = 0;
      for (int i = 0; i < skipped.length; i++) {
        open += skipped[i] < heads.get(i).units() ? 1 : 0;
      }
      long step = Math.max(1, left / open);
      int newest = -1;
      long newestOrder = Long.MIN_VALUE;
      long newestStep = 0;
      for (int i = 0; i < skipped.length; i++) {
        long ahead = Math.min(step, heads.get(i).units() - skipped[i]);
        if (ahead > 0) {
          SequencePages.Unit unit =
              newest(heads, i, skipped[i] + ahead - 1, 1, deadline).getFirst();
          if (order.applyAsLong(unit) > newestOrder) {
            newest = i;
            newestOrder = order.applyAsLong(unit);
            newestStep = ahead;
          }
        }
      }
      skipped[newest] += newestStep;
      left -= newestStep;
    }
  }

  /** Reads units of one sequence, newest first, after skipping some. */
  private List<SequencePages.Unit> newest(
      List<SequenceHead> heads, int index, long skip, int wanted, Instant deadline) {
    long to = heads.get(index).units() - skip;
    long from = Math.max(0, to - wanted);
    return to <= 0
        ? List.of()
        : pages.units(names.get(index), heads.get(index), from, to, deadline).reversed();
  }
}
