package io.doorlist.store.sequence;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;

/**
 * Records the irregular rows of a sequence: the units of each in one item per block of ordinals,
 * and what each block adds to the number of rows in one summary for many blocks. Attributes are
 * named "n" followed by the place in the block or in the summary.
 */
final class IrregularRows {
  /** Ordinals whose irregular rows are listed in one item. */
  static final int BLOCK = 1024;

  /** Blocks per summary: its item stays under one write unit. */
  static final int BLOCKS = 128;

  private static final String NAME = "n";

  private IrregularRows() {}

  /**
   * Returns the writes that record rows.
   *
   * @param units ordinal to how many units the row has now
   * @param changes ordinal to how many more units than it counted for so far
   */
  static List<Write> note(
      String sequence, NavigableMap<Long, Integer> units, Map<Long, Long> changes) {
    Map<Long, Update> blocks = new TreeMap<>();
    Map<Long, Map<Long, Long>> surpluses = new TreeMap<>();
    units.forEach(
        (ordinal, now) -> {
          long block = (ordinal - 1) / BLOCK;
          blocks
              .computeIfAbsent(block, any -> Update.of(TableSchema.block(sequence, block)))
              .set(NAME + (ordinal - 1) % BLOCK, now);
          surpluses
              .computeIfAbsent(block / BLOCKS, any -> new TreeMap<>())
              .merge(block % BLOCKS, changes.get(ordinal), Long::sum);
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

  /** Adds the surplus of each block in a summary. */
  static void addSummary(Item summary, NavigableMap<Long, Long> blocks) {
    long first = summary.key().number() * BLOCKS;
    for (String name : summary.names()) {
      if (name.startsWith(NAME)) {
        blocks.put(first + Long.parseLong(name.substring(NAME.length())), summary.number(name));
      }
    }
  }

  /** Returns the units of the row at this place in a block, from 0. */
  static long units(Item block, int place) {
    String name = NAME + place;
    return block.has(name) ? block.number(name) : 1;
  }
}
