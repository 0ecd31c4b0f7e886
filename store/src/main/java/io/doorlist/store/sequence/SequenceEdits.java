package io.doorlist.store.sequence;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Table;
import io.doorlist.table.Update;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/**
 * Announces, on the HEAD of a sequence, changes that the other numbers of HEAD do not show. These
 * are changes of rows in place, or of the list's texts that are shown with the rows. Readers then
 * give no version for a while ({@link SequenceVersion}), and a new one afterwards. Thread-safe.
 */
public final class SequenceEdits {
  /** How long one announcement covers further changes. */
  static final Duration VALID = Duration.ofMinutes(1);

  private final Table table;
  private final Map<String, Instant> announced = new HashMap<>();

  public SequenceEdits(Table table) {
    this.table = table;
  }

  /**
   * Announces changes of rows. It must return before the first change is sent. 1 write unit per
   * sequence and minute.
   */
  public synchronized void announce(Collection<String> sequences, Instant deadline) {
    Instant now = table.clock().instant();
    for (String sequence : sequences) {
      Instant last = announced.get(sequence);
      if (last == null || now.isAfter(last.plus(VALID))) {
        table.update(
            Update.of(TableSchema.head(sequence))
                .set(Sequence.EDITED_AT, now.toEpochMilli())
                .add(Sequence.EDITS, 1),
            deadline);
        announced.put(sequence, now);
      }
    }
  }

  /**
   * Creates the HEADs of new sequences. So they have a version from the start, and no sequence of
   * an earlier table had the same version.
   */
  public void begin(Collection<String> sequences, Instant deadline) {
    long now = table.clock().millis();
    for (String sequence : sequences) {
      table.update(
          Update.of(TableSchema.head(sequence)).setIfAbsent(Sequence.BORN_AT, now), deadline);
    }
  }
}
