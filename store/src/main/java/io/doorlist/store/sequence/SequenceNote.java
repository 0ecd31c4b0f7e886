package io.doorlist.store.sequence;

import io.doorlist.table.Item;
import java.util.List;
import java.util.Optional;

/**
 * A row without units that says how its transaction changed other rows of the sequence.
 *
 * <p>Implementation notes. A new row needs no note. Each other change has a note, so a reader that
 * has everything up to an ordinal needs only the rows above it ({@link SequenceChanges}). See ADR
 * 0024.
 *
 * @param gone the ordinals of rows that were removed
 * @param left the names of units that were removed from rows which stay. The owner of the sequence
 *     chooses the names
 * @param changed the new state of rows: {@link #ORDINAL} and the owner's attributes
 */
public record SequenceNote(List<Long> gone, List<Long> left, List<Item> changed) {
  public static final String ORDINAL = "ordinal";

  private static final String GONE = "gone";
  public static final String LEFT = "left";
  private static final String CHANGED = "changed";

  public SequenceNote {
    gone = List.copyOf(gone);
    left = List.copyOf(left);
    changed = List.copyOf(changed);
  }

  public Item row(String sequence, long ordinal) {
    return SequenceRow.voided(sequence, ordinal)
        .put(GONE, gone.isEmpty() ? null : gone)
        .put(LEFT, left.isEmpty() ? null : left)
        .put(CHANGED, changed.isEmpty() ? null : changed);
  }

  /** Returns the row of a note without its changed rows. */
  static SequenceRow withoutChanges(SequenceRow row) {
    return new SequenceRow(row.ordinal(), row.units(), row.item().without(CHANGED));
  }

  /** Reads the note of a row; empty for any other row. */
  public static Optional<SequenceNote> of(SequenceRow row) {
    Item item = row.item();
    return row.units() == 0 && (item.has(GONE) || item.has(LEFT) || item.has(CHANGED))
        ? Optional.of(new SequenceNote(item.numbers(GONE), item.numbers(LEFT), item.items(CHANGED)))
        : Optional.empty();
  }
}
