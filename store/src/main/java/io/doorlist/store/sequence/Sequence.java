package io.doorlist.store.sequence;

import static io.doorlist.table.Condition.below;
import static io.doorlist.table.Condition.lacks;
import static io.doorlist.table.Condition.number;

import io.doorlist.domain.UnavailableException;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Pace;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.LongPredicate;
import java.util.function.Predicate;

/**
 * A list in the table that grows at its end. Any page, and the exact count, cost the same however
 * long it is.
 *
 * <p>Implementation notes. Rows have consecutive ordinals in their sort keys. To append, a plain
 * ADD on the HEAD item reserves ordinals. Concurrent ADDs wait for each other and never cancel each
 * other. Then the caller's transaction writes the row if its ordinal is free. A writer that dies
 * leaves a gap. A gap more than {@link #GAP_PATIENCE} behind the last reservation is closed by a
 * void row, so no clock is needed. A late writer that finds the void row reserves again. So closing
 * a gap too early costs a retry, but never a row. The ordinal {@code settled} on HEAD moves up over
 * rows and void rows, but never over a gap. So up to it, every ordinal has a row or is known to be
 * void.
 *
 * <p>A unit is one thing that a row stands for, such as a check-in. A row of one unit is regular.
 * Irregular rows have no units, have several, or were removed. Summaries next to HEAD say by how
 * much irregular rows change the units of each block of {@link IrregularRows#BLOCK} ordinals. One
 * item per block lists these rows by ordinal. HEAD itself has a bit for each row without units in
 * the block that is settled in part. So settling many such rows costs no more than settling one.
 * The n-th unit is found by arithmetic and at most one more read, however many irregular rows there
 * are. HEAD's {@code surplus} is the sum over all blocks, so a count needs only HEAD and the rows
 * above {@code settled}. See ADR 0005.
 *
 * <p>Thread-safe.
 */
public final class Sequence {
  static final String NEXT = "next";
  static final String SETTLED = "settled";
  static final String SURPLUS = "surplus";

  /**
   * Which rows have no units, in the block that is settled in part. So settling such rows takes one
   * small write, however many there are.
   */
  static final String WITHOUT = "without";

  /** The last ordinal of another sequence that rows of this one name ({@link #reserveNaming}). */
  static final String NAMED = "named";

  /** How many units were removed from rows that stay, and when the last unit was removed. */
  static final String REMOVED = "removed";

  static final String REMOVED_AT = "removed_at";

  /** How many units were removed altogether, with their rows or without. */
  static final String LEFT_IN_ALL = "left";

  /** Prefix of the attribute that says how many units a row has left; the ordinal follows. */
  static final String LEFT = "u";

  /**
   * Prefix of the attribute that says by how much a row's units differ from what its block says;
   * the ordinal follows.
   */
  static final String LESS = "d";

  /**
   * How many changes of rows were announced, when the last one was announced, and when HEAD was
   * created.
   */
  static final String EDITS = "edits";

  static final String EDITED_AT = "edited_at";
  static final String BORN_AT = "born_at";

  /** If a gap is this many ordinals behind the last reservation, its writer counts as dead. */
  public static final int GAP_PATIENCE = 100;

  /**
   * Like {@link #GAP_PATIENCE}, if writers reserve many ordinals at a time. It is several of their
   * usual batches.
   */
  static final int BATCH_PATIENCE = 4000;

  /** Appends between two attempts to move {@code settled}. */
  static final int SETTLE_EVERY = 32;

  /**
   * The most rows of several units that one settling step handles, as their update must fit into an
   * expression of 4 KB.
   */
  private static final int IRREGULAR_STEP = 100;

  private static final int SETTLE_ROWS = 1000;

  /** How many rows are read at first, as rows of several units are big. */
  private static final int SETTLE_FEW = 100;

  private final Table table;

  public Sequence(Table table) {
    this.table = table;
  }

  /** Returns the last ordinal that was reserved, 0 for none; 1 read unit. */
  public long last(String sequence, Instant deadline) {
    return table
        .get(TableSchema.head(sequence), deadline)
        .map(head -> head.number(NEXT))
        .orElse(0L);
  }

  /**
   * Reads rows up to the ordinal {@code to}, at most {@code limit}, in order; strongly consistent.
   */
  public List<SequenceRow> rows(String sequence, long from, long to, int limit, Instant deadline) {
    return SequenceRow.read(table, SequenceRow.range(sequence, from, to).first(limit), deadline);
  }

  /**
   * Reserves consecutive ordinals and returns the first; 1 write unit. A retry after a lost answer
   * leaves a gap.
   */
  public long reserve(String sequence, int ordinals, Instant deadline) {
    Update reservation = Update.of(TableSchema.head(sequence)).add(NEXT, ordinals);
    return table.update(reservation, deadline).orElseThrow().number(NEXT) - ordinals + 1;
  }

  /**
   * Reserved ordinals for rows that name the ordinals of another sequence.
   *
   * @param first the first ordinal
   * @param edited whether rows of the sequence have ever been changed in place, or are about to be
   *     ({@link SequenceEdits#announce})
   */
  public record NamingOrdinals(long first, boolean edited) {}

  /**
   * Reserves consecutive ordinals for rows that name the ordinals of another sequence. Reserves
   * nothing, and returns empty, if others have reserved ordinals for rows that name later ordinals.
   * So the named ordinals grow along this sequence, even if others reserve at the same time. 1
   * write unit.
   *
   * @param named the first of the ordinals that the rows will name, one each
   */
  public Optional<NamingOrdinals> reserveNaming(
      String sequence, int ordinals, long named, Instant deadline) {
    Update reservation =
        Update.of(TableSchema.head(sequence))
            .set(NAMED, named + ordinals - 1)
            .add(NEXT, ordinals)
            .require(lacks(NAMED).or(below(NAMED, named)));
    return table
        .update(reservation, deadline)
        .map(head -> new NamingOrdinals(head.number(NEXT) - ordinals + 1, head.has(EDITS)));
  }

  /** Returns the write of a row, which fails if its ordinal is taken. */
  public static Write append(Item row) {
    return Write.put(row).ifAbsent();
  }

  /**
   * Closes ordinals that their owner will not use, so that others need not wait for them. 1 write
   * unit each.
   */
  public void giveUp(String sequence, long first, int ordinals, Instant deadline) {
    try {
      for (long ordinal = first; ordinal < first + ordinals; ordinal++) {
        close(sequence, ordinal, deadline);
      }
    } catch (UnavailableException e) {
      return; // A gap is closed in time anyway.
    }
  }

  /** Closes an ordinal by a void row; returns whether the ordinal was free. */
  public boolean close(String sequence, long ordinal, Instant deadline) {
    return table.write(append(SequenceRow.voided(sequence, ordinal)), deadline);
  }

  /**
   * Reads rows in order, but only up to a place whose row may still come. So a reader that goes on
   * after them misses nothing.
   *
   * @param limit the most rows to read
   * @param old says whether a row was written long ago, so that open places before it have been
   *     open for as long
   * @param empty says whether such a place stays without a row
   */
  public List<SequenceRow> inOrder(
      String sequence,
      long first,
      int limit,
      Predicate<Item> old,
      LongPredicate empty,
      Instant deadline) {
    List<SequenceRow> rows = rows(sequence, first, Long.MAX_VALUE, limit, deadline);
    long lastOld = 0;
    for (SequenceRow row : rows) {
      lastOld = old.test(row.item()) ? row.ordinal() : lastOld;
    }
    long next = first;
    for (int i = 0; i < rows.size(); i++, next++) {
      for (; next < rows.get(i).ordinal(); next++) {
        if (next > lastOld || !empty.test(next)) {
          return rows.subList(0, i);
        }
      }
    }
    return rows;
  }

  /**
   * Settles the rows that are there, if the ordinals just written make it this writer's turn. It
   * closes no young gap, because there would always be new ones while others write. It does not
   * wait for a busy table.
   */
  public void settleInTurn(String sequence, long first, int ordinals, Instant deadline) {
    if (turn(first, first + ordinals - 1)) {
      try {
        new Sequence(table.with(Pace.YIELDING)).settleStep(sequence, 0, GAP_PATIENCE, deadline);
      } catch (UnavailableException e) {
        return; // Settling only helps readers, and another writer's turn comes soon.
      }
    }
  }

  private static boolean turn(long first, long last) {
    return last / SETTLE_EVERY > (first - 1) / SETTLE_EVERY;
  }

  /**
   * Settles these rows, which the caller knows are written, if it is this writer's turn. If nobody
   * else writes to the sequence, this takes one write and no read.
   */
  public void settleRows(String sequence, long first, long last, Instant deadline) {
    if (turn(first, last)
        && !table.write(
            Update.of(TableSchema.head(sequence))
                .set(SETTLED, last)
                .require(number(SETTLED, first - 1).and(number(REMOVED, 0)).and(lacks(WITHOUT))),
            deadline)) {
      settleBatches(sequence, deadline);
    }
  }

  /**
   * Settles as far as possible in a sequence whose writers reserve many ordinals at a time. Their
   * gaps count as young for longer.
   */
  public void settleBatches(String sequence, Instant deadline) {
    settle(sequence, 0, BATCH_PATIENCE, deadline);
  }

  /**
   * Moves {@code settled} up to this ordinal or further, and closes every gap before the ordinal.
   * Writers still under way there reserve again.
   */
  public void settleThrough(String sequence, long ordinal, Instant deadline) {
    settle(sequence, ordinal, BATCH_PATIENCE, deadline);
  }

  /**
   * Closes every ordinal that is reserved but has no row. Its writer reserves again, and so sees
   * the present HEAD.
   */
  public void closeOpenPlaces(String sequence, Instant deadline) {
    settleThrough(sequence, last(sequence, deadline), deadline);
  }

  /** Moves {@code settled} up to the last reservation, closing every gap. */
  public void settleAll(String sequence, Instant deadline) {
    settleThrough(sequence, Long.MAX_VALUE, deadline);
  }

  /**
   * Moves {@code settled} up.
   *
   * @param through even young gaps up to this ordinal are closed, and settling ends after it; 0 for
   *     none
   * @param patience how many ordinals behind the last reservation a later gap counts as old
   */
  private void settle(String sequence, long through, int patience, Instant deadline) {
    while (settleStep(sequence, through, patience, deadline)) {
      // Each step settles only some of the rows.
    }
  }

  /** Moves {@code settled} as far as one write can; returns whether another step is worth it. */
  private boolean settleStep(String sequence, long through, int patience, Instant deadline) {
    Item head = table.get(TableSchema.head(sequence), deadline).orElseGet(Item::new);
    long next = head.number(NEXT);
    long settled = head.number(SETTLED);
    if (settled == next || (through > 0 && settled >= through)) {
      return false;
    }
    List<SequenceRow> rows =
        new ArrayList<>(rows(sequence, settled + 1, next, SETTLE_FEW, deadline));
    int limit = SETTLE_FEW;
    if (rows.size() == SETTLE_FEW
        && rows.getLast().ordinal() < next
        && rows.stream().allMatch(row -> row.units() <= 1)) {
      limit = SETTLE_ROWS;
      long from = rows.getLast().ordinal() + 1;
      rows.addAll(rows(sequence, from, next, SETTLE_ROWS - SETTLE_FEW, deadline));
    }
    long known = rows.size() < limit ? next : rows.getLast().ordinal();
    SortedMap<Long, IrregularRows.Changed> irregular = new TreeMap<>();
    int several = 0;
    long reached = settled;
    int row = 0;
    while (reached < known && several < IRREGULAR_STEP) {
      long ordinal = reached + 1;
      if (row < rows.size() && rows.get(row).ordinal() == ordinal) {
        int units = rows.get(row++).units();
        several += units > 1 ? 1 : 0;
        if (units != 1) {
          irregular.put(ordinal, new IrregularRows.Changed(units, units - 1));
        }
      } else if (ordinal > through && next - ordinal < patience) {
        break;
      } else if (close(sequence, ordinal, deadline)) {
        irregular.put(ordinal, new IrregularRows.Changed(0, -1));
      } else {
        return true; // The writer was only late, so read its row.
      }
      reached = ordinal;
    }
    // Others settle, too. A step that loses to theirs is repeated if it must reach an ordinal.
    return reached > settled
        && (advance(sequence, head, reached, irregular, deadline) || through > 0);
  }

  /** Moves {@code settled} up over rows; returns whether nobody else has moved it. */
  private boolean advance(
      String sequence,
      Item head,
      long reached,
      SortedMap<Long, IrregularRows.Changed> irregular,
      Instant deadline) {
    long settled = head.number(SETTLED);
    SortedMap<Long, BitSet> bits = new TreeMap<>();
    bits.put(current(settled), without(head));
    bits.computeIfAbsent(current(reached), any -> new BitSet());
    SortedMap<Long, IrregularRows.Changed> several = new TreeMap<>();
    irregular.forEach(
        (ordinal, row) -> {
          if (row.units() > 0) {
            several.put(ordinal, row);
          } else {
            bits.computeIfAbsent(IrregularRows.block(ordinal), any -> new BitSet())
                .set(IrregularRows.place(ordinal));
          }
        });
    BitSet current = bits.remove(current(reached));
    bits.values().removeIf(BitSet::isEmpty);
    Update update =
        Update.of(TableSchema.head(sequence))
            .set(SETTLED, reached)
            .add(SURPLUS, irregular.values().stream().mapToLong(IrregularRows.Changed::by).sum())
            // A row that has lost a unit since it was read now counts differently, so no unit may
            // have been removed.
            .require(number(SETTLED, settled).and(number(REMOVED, head.number(REMOVED))));
    if (!current.isEmpty()) {
      update.set(WITHOUT, current.toByteArray());
    } else if (head.has(WITHOUT)) {
      update.remove(WITHOUT);
    }
    if (several.isEmpty() && bits.isEmpty()) {
      return table.write(update, deadline);
    }
    List<Write> writes = new ArrayList<>();
    writes.add(update);
    writes.addAll(IrregularRows.note(sequence, several, bits));
    return table.transact(writes, deadline).written();
  }

  static BitSet without(Item head) {
    return head.has(WITHOUT) ? BitSet.valueOf(head.bytes(WITHOUT)) : new BitSet();
  }

  static long current(long settled) {
    return settled / IrregularRows.BLOCK;
  }
}
