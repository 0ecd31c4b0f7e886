package io.doorlist.store.sequence;

import io.doorlist.table.Item;
import java.util.BitSet;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * The state of a sequence at one moment; it turns a rank into an ordinal.
 *
 * @param next the last ordinal that was reserved
 * @param settled every ordinal up to this one is a row or known to be irregular
 * @param surplus units of the irregular rows up to {@code settled} minus the number of these rows:
 *     negative for void rows
 * @param blocks the same surplus by block of ordinals, for the blocks that have one
 * @param listed the blocks that have an item with their irregular rows
 * @param without for the block that is settled in part, the places of its rows without units
 * @param open settled rows that lost units, which HEAD records but the items of their blocks do not
 *     yet
 * @param lagging whether units were removed recently, so that a replica may still show them
 * @param tail rows above {@code settled}, in order
 * @param whole whether each ordinal up to {@code next} is a row or gone
 * @param version the version of what the sequence shows, {@code null} if there is none at present
 */
record SequenceHead(
    long next,
    long settled,
    long surplus,
    NavigableMap<Long, Long> blocks,
    Set<Long> listed,
    BitSet without,
    SortedMap<Long, IrregularRows.Changed> open,
    boolean lagging,
    List<SequenceRow> tail,
    boolean whole,
    long left,
    String version) {
  SequenceHead {
    blocks = Collections.unmodifiableNavigableMap(new TreeMap<>(blocks));
    listed = Set.copyOf(listed);
    tail = List.copyOf(tail);
  }

  static SortedMap<Long, IrregularRows.Changed> open(Item head) {
    SortedMap<Long, IrregularRows.Changed> open = new TreeMap<>();
    for (String name : head.names()) {
      if (name.startsWith(Sequence.LEFT) && Character.isDigit(name.charAt(name.length() - 1))) {
        String ordinal = name.substring(Sequence.LEFT.length());
        open.put(
            Long.valueOf(ordinal),
            new IrregularRows.Changed(
                (int) head.number(name), head.number(Sequence.LESS + ordinal)));
      }
    }
    return open;
  }

  long settledUnits() {
    return settled + surplus;
  }

  long units() {
    return settledUnits() + tail.stream().mapToLong(SequenceRow::units).sum();
  }

  /** Returns the units of a settled row, given the irregular rows of its block. */
  long units(Item block, long ordinal) {
    IrregularRows.Changed row = open.get(ordinal);
    if (row != null) {
      return row.units();
    }
    int place = IrregularRows.place(ordinal);
    return IrregularRows.block(ordinal) == Sequence.current(settled)
        ? IrregularRows.units(block, place, without)
        : IrregularRows.units(block, place);
  }

  /** Returns whether these blocks, read after HEAD, still agree with HEAD and its summaries. */
  boolean fits(Map<Long, Item> lists) {
    for (Map.Entry<Long, Item> list : lists.entrySet()) {
      long first = list.getKey() * IrregularRows.BLOCK + 1;
      long last = Math.min(settled, first + IrregularRows.BLOCK - 1);
      long surplus = 0;
      for (long ordinal = first; ordinal <= last; ordinal++) {
        surplus += units(list.getValue(), ordinal) - 1;
      }
      if (surplus != blocks.get(list.getKey())) {
        return false;
      }
    }
    return true;
  }

  /**
   * A place among the settled rows.
   *
   * @param ordinal where to start: the ordinal of the unit's row, or the first ordinal of its block
   * @param skip how many units to pass over from there
   */
  record UnitPosition(long ordinal, long skip) {}

  /** Finds the unit of this rank. Ranks begin with 0, and end before {@link #settledUnits}. */
  UnitPosition place(long rank) {
    long block = 0;
    long before = 0;
    for (Map.Entry<Long, Long> irregular : blocks.entrySet()) {
      long regular = (irregular.getKey() - block) * IrregularRows.BLOCK;
      if (rank < before + regular) {
        break;
      }
      before += regular;
      block = irregular.getKey();
      long units = IrregularRows.BLOCK + irregular.getValue();
      if (rank < before + units) {
        return new UnitPosition(block * IrregularRows.BLOCK + 1, rank - before);
      }
      before += units;
      block++;
    }
    return new UnitPosition(block * IrregularRows.BLOCK + 1 + rank - before, 0);
  }
}
