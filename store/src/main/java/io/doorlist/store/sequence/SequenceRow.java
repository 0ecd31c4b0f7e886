package io.doorlist.store.sequence;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import io.doorlist.table.Range;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.List;

/**
 * One row of a sequence.
 *
 * @param ordinal its number, from 1
 * @param units how many things it stands for: 1, or more for things that came in together, or 0, as
 *     for a {@linkplain #voided void} row
 */
public record SequenceRow(long ordinal, int units, Item item) {
  private static final String LAST_ROW = "9999999999999999";

  /** How many units a row stands for; 1 if it does not say. */
  public static final String UNITS = "units";

  public static SequenceRow of(Item item) {
    // A row with unreadable units keeps its place; reading the row itself reports the damage.
    int units = item.has(UNITS) ? Item.tryRead(() -> (int) item.number(UNITS)).orElse(1) : 1;
    return new SequenceRow(Long.parseLong(item.text(TableSchema.SK)), units, item);
  }

  /** Returns the range of the rows up to the ordinal {@code to}. */
  static Range range(String sequence, long from, long to) {
    String last = to == Long.MAX_VALUE ? LAST_ROW : TableSchema.ordinal(to);
    return Range.between(sequence, TableSchema.ordinal(from), last);
  }

  static List<SequenceRow> read(Table table, Range range, Instant deadline) {
    return table.query(range, deadline).stream().map(SequenceRow::of).toList();
  }

  /** Returns a void row, which has no units and closes an ordinal for good. */
  public static Item voided(String sequence, long ordinal) {
    return new Item(TableSchema.row(sequence, ordinal)).put(UNITS, 0L);
  }

  /** Returns a row without the caller's own attributes. */
  public static Item row(String sequence, long ordinal, int units) {
    Item item = new Item(TableSchema.row(sequence, ordinal));
    return units == 1 ? item : item.put(UNITS, (long) units);
  }
}
