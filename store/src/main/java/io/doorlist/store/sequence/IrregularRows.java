package io.doorlist.store.sequence;

import io.doorlist.store.table.KeyParts;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Records the irregular rows of a sequence ({@link Sequence}). Each block of ordinals has an item
 * with the units of these rows, and a bit for each row that was settled without units. A summary of
 * many blocks has the surplus of each block: its units minus its ordinals. Attributes are named "n"
 * followed by the place in the block or in the summary. In a block, they are newer than the bits.
 */
final class IrregularRows {
  /** Ordinals whose irregular rows are listed in one item. */
  static final int BLOCK = 1024;

  /** Blocks per summary, so that its item costs no more than one write unit. */
  static final int BLOCKS = 128;

  private static final String NAME = "n";
  private static final String BITS = "bits";

  private IrregularRows() {}

  /** How many units a row has now, and by how much that differs from what it counted for so far. */
  record Changed(int units, long by) {}

  static long block(long ordinal) {
    return (ordinal - 1) / BLOCK;
  }

  static int place(long ordinal) {
    return (int) ((ordinal - 1) % BLOCK);
  }

  /**
   * Returns the writes that record rows.
   *
   * @param changed the rows, by ordinal
   * @param complete for each block that is now settled as a whole, the places of its rows without
   *     units
   */
  static List<Write> note(
      String sequence, SortedMap<Long, Changed> changed, SortedMap<Long, BitSet> complete) {
    Map<Long, Update> blocks = new TreeMap<>();
    Map<Long, Map<Long, Long>> surpluses = new TreeMap<>();
    changed.forEach(
        (ordinal, row) -> {
          long block = block(ordinal);
          update(sequence, blocks, block).set(NAME + place(ordinal), row.units());
          add(surpluses, block, row.by());
        });
    complete.forEach(
        (block, bits) -> {
          update(sequence, blocks, block).set(BITS, bits.toByteArray());
          add(surpluses, block, -bits.cardinality());
        });
    List<Write> writes = new ArrayList<>(blocks.values());
    surpluses.forEach(
        (summary, ofBlocks) -> {
          Update update = Update.of(TableSchema.summary(sequence, summary));
          ofBlocks.forEach((block, surplus) -> update.add(NAME + block, surplus));
          writes.add(update);
        });
    return writes;
  }

  private static Update update(String sequence, Map<Long, Update> blocks, long block) {
    return blocks.computeIfAbsent(block, any -> Update.of(TableSchema.block(sequence, block)));
  }

  private static void add(Map<Long, Map<Long, Long>> surpluses, long block, long surplus) {
    surpluses
        .computeIfAbsent(block / BLOCKS, any -> new TreeMap<>())
        .merge(block % BLOCKS, surplus, Long::sum);
  }

  /** Adds the surplus of each block in a summary to {@code blocks}. */
  static void addSummary(Item summary, NavigableMap<Long, Long> blocks) {
    long first = KeyParts.number(summary.key()) * BLOCKS;
    for (String name : summary.names()) {
      if (name.startsWith(NAME)) {
        blocks.put(first + Long.parseLong(name.substring(NAME.length())), summary.number(name));
      }
    }
  }

  /** Returns the units of the row at this place in a block. Places count from 0. */
  static long units(Item block, int place) {
    return units(block, place, block.has(BITS) ? BitSet.valueOf(block.bytes(BITS)) : new BitSet());
  }

  /** Returns the units of the row at this place, where the caller says which rows have no units. */
  static long units(Item block, int place, BitSet without) {
    String name = NAME + place;
    return block.has(name) ? block.number(name) : without.get(place) ? 0 : 1;
  }
}
