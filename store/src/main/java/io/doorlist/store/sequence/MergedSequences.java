package io.doorlist.store.sequence;

import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.function.ToLongFunction;
import java.util.stream.IntStream;

/**
 * Several sequences read as one, newest first.
 *
 * <p>Implementation notes. To skip r units, look r / k ahead in each of the k sequences, and
 * compare these k units. In the sequence with the newest of them, everything up to it is among the
 * r newest of all and can be skipped. Each step reduces r by a k-th. So a page costs about k²
 * log(page) small reads on top of the k sequences' own pages. Apart from these units, nothing
 * before the page is read.
 *
 * @param order a number that grows along each sequence
 */
public record MergedSequences(
    SequencePages pages, List<String> names, ToLongFunction<SequencePages.Unit> order) {
  public SequencePages.Units page(PageRequest request, Instant deadline) {
    List<SequenceHead> heads = names.stream().map(name -> pages.head(name, deadline)).toList();
    long count = heads.stream().mapToLong(SequenceHead::units).sum();
    if (request.offset() >= count) {
      return new SequencePages.Units(List.of(), count);
    }
    long[] skipped = new long[names.size()];
    skip(heads, skipped, request.offset(), deadline);
    List<SequencePages.Unit> units =
        IntStream.range(0, skipped.length)
            .mapToObj(i -> newest(heads, i, skipped[i], request.items(), deadline))
            .flatMap(List::stream)
            .sorted(Comparator.comparingLong(order).reversed())
            .limit(request.items())
            .toList();
    return new SequencePages.Units(units, count);
  }

  private void skip(List<SequenceHead> heads, long[] skipped, long offset, Instant deadline) {
    long left = offset;
    while (left > 0) {
      long open =
          IntStream.range(0, skipped.length).filter(i -> skipped[i] < heads.get(i).units()).count();
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
