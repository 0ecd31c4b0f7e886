package io.doorlist.store.sequence;

import static io.doorlist.store.sequence.Sequence.EDITED_AT;
import static io.doorlist.store.sequence.Sequence.LEFT;
import static io.doorlist.store.sequence.Sequence.LEFT_IN_ALL;
import static io.doorlist.store.sequence.Sequence.LESS;
import static io.doorlist.store.sequence.Sequence.NEXT;
import static io.doorlist.store.sequence.Sequence.REMOVED;
import static io.doorlist.store.sequence.Sequence.REMOVED_AT;
import static io.doorlist.store.sequence.Sequence.SETTLED;
import static io.doorlist.store.sequence.Sequence.SURPLUS;
import static io.doorlist.table.Condition.all;
import static io.doorlist.table.Condition.atLeast;
import static io.doorlist.table.Condition.below;
import static io.doorlist.table.Condition.is;
import static io.doorlist.table.Condition.lacks;
import static io.doorlist.table.Condition.number;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Removes units from rows that stay, one at a time, and records each removal. It also removes whole
 * rows.
 *
 * <p>Implementation notes. A row keeps its ordinal and loses a unit, in a transaction of the caller
 * that also writes HEAD ({@link #remove}). If the row is settled, HEAD's {@code surplus} falls. Two
 * attributes of HEAD, named after the ordinal, say by how much the row's units fell ({@code d}) and
 * how many are left ({@code u}). So a removal need not write the row's block and its summary, which
 * saves 4 write units. Blocks and summaries are updated for {@link #MAX_OPEN} rows at once. {@code
 * removed} counts removals, and settling and other removals fail if it has changed. A {@link
 * SequenceNote} reports each removal. The note's ordinal is reserved in the same write of HEAD,
 * unless others reserve so fast that it must be reserved in an earlier write. See ADR 0025.
 * Thread-safe.
 */
public final class SequenceRemovals {
  /**
   * How many rows HEAD names before their blocks and summaries are written. This keeps HEAD small.
   */
  static final int MAX_OPEN = 16;

  private final Table table;

  public SequenceRemovals(Table table) {
    this.table = table;
  }

  /**
   * The state of a sequence before a removal.
   *
   * @param removed how many removals there have been
   * @param note the ordinal of the next removal's note
   * @param reserved whether that ordinal is reserved already; if not, the removal reserves it
   */
  public record Standing(
      String sequence, long settled, long removed, long note, boolean reserved) {}

  /**
   * Reads the state of a sequence; 1 read unit. If HEAD names {@link #MAX_OPEN} rows, it writes
   * their blocks and summaries first.
   *
   * @param reserve whether to reserve the note's ordinal now, for 1 write unit. This is needed if
   *     an earlier try failed because others reserved that ordinal
   */
  public Standing standing(String sequence, boolean reserve, Instant deadline) {
    Key key = TableSchema.head(sequence);
    Item head = table.get(key, deadline).orElseGet(Item::new);
    while (SequenceHead.open(head).size() >= MAX_OPEN) {
      table.transact(closing(sequence, head), deadline);
      head = table.get(key, deadline).orElseGet(Item::new);
    }
    long note =
        reserve ? new Sequence(table).reserve(sequence, 1, deadline) : head.number(NEXT) + 1;
    return new Standing(sequence, head.number(SETTLED), head.number(REMOVED), note, reserve);
  }

  /**
   * Returns the write of HEAD that goes with the removal of one unit from a row. It fails if the
   * parts of the state that it depends on have changed. The caller appends a note at {@code
   * standing.note()}.
   *
   * @param left the units that the row has afterwards
   */
  public Write remove(Standing standing, long ordinal, int left) {
    Update head =
        Update.of(TableSchema.head(standing.sequence()))
            .set(REMOVED_AT, table.clock().millis())
            .add(REMOVED, 1)
            .add(LEFT_IN_ALL, 1);
    List<Condition> conditions = new ArrayList<>();
    conditions.add(number(REMOVED, standing.removed()));
    if (ordinal <= standing.settled()) {
      head.set(LEFT + ordinal, left).add(LESS + ordinal, -1).add(SURPLUS, -1);
      conditions.add(atLeast(SETTLED, ordinal));
    } else {
      conditions.add(lacks(SETTLED).or(below(SETTLED, ordinal)));
    }
    if (!standing.reserved()) {
      head.add(NEXT, 1);
      conditions.add(is(NEXT, standing.note() - 1));
    }
    return head.require(all(conditions));
  }

  public void giveUp(Standing standing, Instant deadline) {
    if (standing.reserved()) {
      new Sequence(table).close(standing.sequence(), standing.note(), deadline);
    }
  }

  /** Returns the writes that bring blocks and summaries up to date with HEAD. */
  private static List<Write> closing(String sequence, Item head) {
    SortedMap<Long, IrregularRows.Changed> open = SequenceHead.open(head);
    Update update = Update.of(TableSchema.head(sequence));
    List<Condition> conditions = new ArrayList<>();
    open.forEach(
        (ordinal, row) -> {
          update.remove(LEFT + ordinal).remove(LESS + ordinal);
          conditions.add(is(LESS + ordinal, row.by()));
        });
    List<Write> writes = new ArrayList<>();
    writes.add(update.require(all(conditions)));
    writes.addAll(IrregularRows.note(sequence, open, Collections.emptySortedMap()));
    return writes;
  }

  /**
   * Returns the writes that remove rows from the sequence for good. The rows must exist and be
   * settled ({@link Sequence#settleThrough}), otherwise the writes fail. One call per sequence and
   * transaction.
   */
  public List<Write> removeRows(String sequence, Collection<Long> ordinals) {
    SortedMap<Long, IrregularRows.Changed> left = new TreeMap<>();
    List<Write> writes = new ArrayList<>();
    for (long ordinal : ordinals) {
      left.put(ordinal, new IrregularRows.Changed(0, -1));
      writes.add(Write.delete(TableSchema.row(sequence, ordinal)).ifPresent());
    }
    writes.add(
        Update.of(TableSchema.head(sequence))
            // A replica that lags may still show the rows, so there is no version for a while.
            .set(EDITED_AT, table.clock().millis())
            .add(SURPLUS, -left.size())
            .add(LEFT_IN_ALL, left.size())
            .require(atLeast(SETTLED, left.lastKey())));
    writes.addAll(IrregularRows.note(sequence, left, Collections.emptySortedMap()));
    return writes;
  }
}
