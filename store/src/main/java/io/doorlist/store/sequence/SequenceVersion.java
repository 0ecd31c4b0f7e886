package io.doorlist.store.sequence;

import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Item;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * The version of what a sequence shows, made of the numbers of its HEAD: while it stays the same,
 * so does every page.
 *
 * <p>Implementation notes (ADR 0016). In two cases the numbers do not tell, so there is no version.
 * A reserved place may become a row at any time; {@link #of} is for callers that have seen that
 * there is none. And a row that changes or leaves may still be written, or be read from a lagging
 * replica, for {@link #QUIET} after it was announced.
 */
final class SequenceVersion {
  /**
   * How long after an announcement rows may still change. A writer goes on for {@link
   * SequenceEdits#VALID}, and waits a minute for an answer. AWS takes no request later than 15
   * minutes after it was signed.
   */
  static final Duration QUIET = Duration.ofMinutes(20);

  private SequenceVersion() {}

  /** Returns the version, if there is one at present, by HEAD, strongly read. */
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
   * Returns the version of the number of units, and of which units came and left. It needs no quiet
   * time: changed rows stay as many, and a row that leaves changes HEAD at the same moment. For
   * callers that have seen that no place is open, like {@link #of}.
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
