package io.doorlist.store.sequence;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;

/**
 * Reads what has changed in a sequence since a reader last looked. The cost is in proportion to the
 * changes.
 *
 * <p>Implementation notes. ADR 0024 says why the result is exact.
 *
 * <ul>
 *   <li>A replica that lags shows old rows, which notes correct, or lacks rows. Every settled
 *       ordinal has a row unless the row is gone, so missing rows are read again, strongly.
 *   <li>If a place that was open is settled according to HEAD and still has no row, the row is
 *       gone, because HEAD was read first.
 *   <li>A note at a place that was open may be older than notes that the reader already has. So the
 *       rows that the note names are read in their present state, before rows with higher ordinals.
 * </ul>
 *
 * <p>Thread-safe.
 */
public final class SequenceChanges {
  /**
   * Up to this many settled rows are read with strong consistency at once, as reading them twice
   * would cost more.
   */
  public static final int FEW = 100;

  private static final int PORTION = 4096;

  private final Table table;
  private final int few;

  public SequenceChanges(Table table, int few) {
    this.table = table;
    this.few = few;
  }

  /**
   * How far a reader has come.
   *
   * @param exact whether every reader with this mark has read the same; false if rows were left
   *     unread
   */
  public record Seen(SequenceMark mark, boolean more, boolean exact) {}

  /**
   * Returns a name for a sequence that lasts as long as the sequence. If the sequence is created
   * again, or in another table, it has another name.
   */
  public static String life(String sequence, Item head) {
    return sequence + "|" + head.number(Sequence.BORN_AT);
  }

  /** Returns the mark of a reader that has everything, from HEAD alone. */
  public static SequenceMark end(Item head) {
    return new SequenceMark(head.number(Sequence.NEXT), new TreeSet<>());
  }

  /**
   * Hands over the rows since the mark, void ones included. The oldest come first, except that
   * places which were open come before all others.
   *
   * @param head the HEAD of the sequence, strongly read
   * @param maxRows about how many rows to read at most
   * @param enough when to stop reading, if some rows are read already
   */
  public Seen since(
      String sequence,
      Item head,
      SequenceMark have,
      int maxRows,
      Consumer<SequenceRow> rows,
      Instant enough,
      Instant deadline) {
    long settled = head.number(Sequence.SETTLED);
    NavigableSet<Long> open = new TreeSet<>(have.open());
    fill(sequence, open, settled, rows, deadline);
    if (have.upto() == head.number(Sequence.NEXT)) {
      return new Seen(new SequenceMark(have.upto(), open), false, true);
    }
    long last = Math.max(have.upto(), Math.min(settled, have.upto() + maxRows));
    boolean strongly = last - have.upto() <= few;
    for (long from = have.upto() + 1; from <= last; from += PORTION) {
      long to = Math.min(last, from + PORTION - 1);
      settled(sequence, from, to, strongly, deadline).forEach(rows);
      if (to < last && table.clock().instant().isAfter(enough)) {
        last = to;
      }
    }
    int left = (int) (maxRows - (last - have.upto()));
    if (last < settled || left <= 0) {
      return new Seen(new SequenceMark(last, open), true, false);
    }
    return tail(sequence, last, open, left, rows, deadline);
  }

  /** Reads places that were open, and drops those whose rows are gone. */
  private void fill(
      String sequence,
      NavigableSet<Long> open,
      long settled,
      Consumer<SequenceRow> rows,
      Instant deadline) {
    if (open.isEmpty()) {
      return;
    }
    NavigableSet<Long> named = new TreeSet<>();
    for (SequenceRow row : byOrdinal(sequence, open, deadline)) {
      open.remove(row.ordinal());
      SequenceNote.of(row)
          .ifPresentOrElse(
              note -> {
                note.changed().forEach(item -> named.add(item.number(SequenceNote.ORDINAL)));
                rows.accept(SequenceNote.withoutChanges(row));
              },
              () -> rows.accept(row));
    }
    open.removeIf(ordinal -> ordinal <= settled);
    named.removeAll(open);
    if (!named.isEmpty()) {
      byOrdinal(sequence, named, deadline).forEach(rows);
    }
  }

  private List<SequenceRow> byOrdinal(String sequence, SortedSet<Long> ordinals, Instant deadline) {
    if (ordinals.size() > few) {
      return rows(sequence, ordinals.first(), ordinals.last(), true, deadline).stream()
          .filter(row -> ordinals.contains(row.ordinal()))
          .toList();
    }
    List<Key> keys = ordinals.stream().map(ordinal -> TableSchema.row(sequence, ordinal)).toList();
    Map<Key, Item> found = table.get(keys, deadline);
    return keys.stream().filter(found::containsKey).map(found::get).map(SequenceRow::of).toList();
  }

  private List<SequenceRow> rows(
      String sequence, long from, long to, boolean consistent, Instant deadline) {
    Range range = SequenceRow.range(sequence, from, to);
    return SequenceRow.read(table, consistent ? range : range.eventually(), deadline);
  }

  /** Reads settled rows. An ordinal without a row has lost its row for good. */
  private Collection<SequenceRow> settled(
      String sequence, long from, long to, boolean consistent, Instant deadline) {
    List<SequenceRow> rows = rows(sequence, from, to, consistent, deadline);
    if (consistent || rows.size() == to - from + 1) {
      return rows;
    }
    TreeMap<Long, SequenceRow> all = new TreeMap<>();
    rows.forEach(row -> all.put(row.ordinal(), row));
    long first = from;
    while (all.containsKey(first)) {
      first++;
    }
    long last = to;
    while (all.containsKey(last)) {
      last--;
    }
    rows(sequence, first, last, true, deadline).forEach(row -> all.put(row.ordinal(), row));
    return all.values();
  }

  /** Reads the rows above {@code settled}, and collects the places that are open among them. */
  private Seen tail(
      String sequence,
      long from,
      NavigableSet<Long> open,
      int limit,
      Consumer<SequenceRow> rows,
      Instant deadline) {
    Range above = SequenceRow.range(sequence, from + 1, Long.MAX_VALUE).first(limit);
    List<SequenceRow> tail = SequenceRow.read(table, above, deadline);
    // Notes in the tail name rows that were removed after HEAD was read. Their places are not open.
    NavigableSet<Long> gone = new TreeSet<>();
    tail.forEach(row -> SequenceNote.of(row).ifPresent(note -> gone.addAll(note.gone())));
    open.removeAll(gone);
    long upto = from;
    for (SequenceRow row : tail) {
      boolean gap = row.ordinal() > upto + 1;
      for (long ordinal = upto + 1; ordinal < row.ordinal(); ordinal++) {
        if (!gone.contains(ordinal)) {
          open.add(ordinal);
        }
      }
      if (gap && !SequenceMark.fits(open)) {
        return new Seen(new SequenceMark(upto, open.headSet(upto)), false, false);
      }
      rows.accept(row);
      upto = row.ordinal();
    }
    boolean more = tail.size() == limit;
    return new Seen(new SequenceMark(upto, open), more, !more);
  }
}
