package io.doorlist.store.sequence;

import java.util.Collections;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Where a sequence stands, as read at one moment: what turns a rank into an ordinal.
 *
 * @param next the last ordinal that was handed out
 * @param settled every ordinal up to here is a row, or known to be irregular
 * @param surplus units of the irregular rows up to {@code settled}, less their number: negative for
 *     voids
 * @param blocks the same surplus by block of ordinals, for the blocks that have one
 * @param open settled rows that lost units, of which HEAD says more than their blocks
 * @param lagging whether units left lately, so that a replica may still show them
 * @param tail rows above {@code settled}, in order
 * @param version names what the sequence shows, {@code null} if it cannot be said
 */
record SequenceHead(
    long next,
    long settled,
    long surplus,
    NavigableMap<Long, Long> blocks,
    NavigableMap<Long, SequenceRemovals.Open> open,
    boolean lagging,
    List<SequenceRow> tail,
    String version) {
  SequenceHead {
    blocks = Collections.unmodifiableNavigableMap(new TreeMap<>(blocks));
    open = Collections.unmodifiableNavigableMap(new TreeMap<>(open));
    tail = List.copyOf(tail);
  }

  /** Returns how many units lie at or below {@code settled}. */
  long settledUnits() {
    return settled + surplus;
  }

  /** Returns how many units the sequence has. */
  long units() {
    return settledUnits() + tail.stream().mapToLong(SequenceRow::units).sum();
  }

  /**
   * A place among the settled rows.
   *
   * @param block the irregular block to look into, or -1 if the ordinal is exact
   * @param ordinal where to start: the first of the block, or the exact one
   * @param skip units to pass over from there
   */
  record Place(long block, long ordinal, long skip) {}

  /**
   * Finds the unit of this rank (from 0, less than {@link #settledUnits}) without looking into a
   * block.
   */
  Place place(long rank) {
    long block = 0;
    long before = 0;
    for (var irregular : blocks.entrySet()) {
      long regular = (irregular.getKey() - block) * Sequence.BLOCK;
      if (rank < before + regular) {
        break;
      }
      before += regular;
      block = irregular.getKey();
      long units = Sequence.BLOCK + irregular.getValue();
      if (rank < before + units) {
        return new Place(block, block * Sequence.BLOCK + 1, rank - before);
      }
      before += units;
      block++;
    }
    return new Place(-1, block * Sequence.BLOCK + 1 + rank - before, 0);
  }
}
