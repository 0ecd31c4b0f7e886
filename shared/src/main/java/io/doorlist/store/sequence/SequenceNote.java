package io.doorlist.store.sequence;

import io.doorlist.store.table.Item;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * A row of no units that says what else was done to a sequence in its transaction: which things
 * left it, and which rows were changed in place and to what.
 *
 * <p>Implementation notes. Rows that come show by themselves that they are new. With a note for
 * each other change, whatever happens to a sequence happens above what a reader has seen, in the
 * order in which it happened to each thing: so a reader that has everything up to an ordinal needs
 * only the rows above it ({@link SequenceChanges}). See the decision on door copies.
 *
 * @param left names of things that left, as the sequence's owner names them
 * @param changed rows as they are now: {@link #ORDINAL} and the owner's attributes
 */
public record SequenceNote(List<Long> left, List<Item> changed) {
  /** Which row an entry of {@code changed} is. */
  public static final String ORDINAL = "ordinal";

  private static final String LEFT = "left";
  private static final String CHANGED = "changed";

  public SequenceNote {
    left = List.copyOf(left);
    changed = List.copyOf(changed);
  }

  /** Makes the row of a note. */
  public static Item row(
      String sequence, long ordinal, Collection<Long> left, Collection<Item> changed) {
    Item row = SequenceRow.voided(sequence, ordinal);
    if (!left.isEmpty()) {
      row.put(LEFT, left, number -> AttributeValue.fromN(Long.toString(number)));
    }
    return changed.isEmpty() ? row : row.put(CHANGED, changed, Item::value);
  }

  /** Reads the note of a row; empty for any other row. */
  static Optional<SequenceNote> of(SequenceRow row) {
    Item item = row.item();
    return row.units() == 0 && (item.has(LEFT) || item.has(CHANGED))
        ? Optional.of(
            new SequenceNote(
                item.list(LEFT, value -> Long.valueOf(value.n())),
                item.list(CHANGED, value -> new Item(value.m()))))
        : Optional.empty();
  }
}
