package io.doorlist.store.sequence;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The version of what a sequence shows, made of the numbers of its HEAD. While it stays the same,
 * so does every page.
 *
 * <p>Implementation notes (ADR 0016). In two cases the numbers are not enough, so there is no
 * version. First, a reserved place may become a row at any time, so {@link #of} is for callers that
 * have seen that no place is open. Second, a change or removal of rows may still be written for
 * {@link #QUIET} after it was announced. A replica that lags may hide it for as long.
 */
final class SequenceVersion {
  /**
   * How long after an announcement rows may still change. A writer goes on for {@link
   * SequenceEdits#VALID}, and waits a minute for an answer. AWS takes no request later than 15
   * minutes after it was signed.
   */
  static final Duration QUIET = Duration.ofMinutes(20);

  private SequenceVersion() {}

  /** Returns the version, if there is one at present, from a strongly read HEAD. */
  static Optional<String> of(String table, String sequence, Item head, Instant now) {
    return head.has(TableSchema.PK) && !isYoung(head.number(Sequence.EDITED_AT), now)
        ? Optional.of(
            String.join(
                "|",
                ofCount(table, sequence, head),
                number(head, Sequence.EDITS),
                number(head, Sequence.EDITED_AT)))
        : Optional.empty();
  }

  /**
   * Returns the version of the count of units, which changes whenever units come or go. There is no
   * need to wait for {@link #QUIET}. Changes of rows in place do not change the count, and a
   * removal changes HEAD at the same moment. Like {@link #of}, it is for callers that have seen
   * that no place is open.
   */
  static String ofCount(String table, String sequence, Item head) {
    return String.join(
        "|",
        table,
        sequence,
        number(head, Sequence.BORN_AT),
        number(head, Sequence.NEXT),
        number(head, Sequence.SETTLED),
        number(head, Sequence.SURPLUS),
        number(head, Sequence.REMOVED));
  }

  /** Returns whether a change may still be written, or hidden by a lagging replica. */
  static boolean isYoung(long changedAtMillis, Instant now) {
    return changedAtMillis > now.minus(QUIET).toEpochMilli();
  }

  private static String number(Item head, String name) {
    return Long.toString(head.number(name));
  }
}
