package io.doorlist.store.sequence;

import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/**
 * Names what a sequence shows at one moment by the numbers of its HEAD: as long as the name stays,
 * so does every page.
 *
 * <p>Implementation notes. Rows come with {@code next}, leave with {@code surplus} or {@code
 * removed}, and are changed in place with {@code edits}; {@code settled} never falls, so that no
 * sequence of changes brings old numbers back over other rows. Two things the numbers do not say,
 * and then there is no name: a place that is handed out and not taken may become a row at any time
 * ({@link #of} is for callers that have seen that there is none), and a row that is changed or
 * leaves may be written, or be read from a replica that lags, for {@link #QUIET} after it was
 * announced. See ADR 0016.
 */
final class SequenceVersion {
  /**
   * How long after an announcement rows may still change: a writer goes on for {@link
   * SequenceEdits#VALID}, waits a minute for an answer, and AWS takes no request later than 15
   * minutes after it was signed.
   */
  static final Duration QUIET = Duration.ofMinutes(20);

  private SequenceVersion() {}

  /**
   * Returns the name, or empty if there is none at present.
   *
   * @param head the HEAD item, strongly read; without attributes if there is none
   */
  static Optional<String> of(String table, String sequence, Item head, Instant now) {
    boolean quiet = head.number(SequenceHead.EDITED_AT) <= now.minus(QUIET).toEpochMilli();
    return head.has(TableSchema.PK) && quiet
        ? Optional.of(
            String.join(
                "|",
                ofCount(table, sequence, head),
                number(head, SequenceHead.EDITS),
                number(head, SequenceHead.EDITED_AT)))
        : Optional.empty();
  }

  /**
   * Returns the name of how many units there are, and of which came and left. It needs no quiet:
   * rows that change are as many, and a row that leaves changes HEAD at the same moment. It is for
   * callers that have seen that no place is open, too.
   */
  static String ofCount(String table, String sequence, Item head) {
    return String.join(
        "|",
        table,
        sequence,
        number(head, SequenceHead.BORN_AT),
        number(head, SequenceHead.NEXT),
        number(head, SequenceHead.SETTLED),
        number(head, SequenceHead.SURPLUS),
        number(head, SequenceHead.REMOVED));
  }

  private static String number(Item head, String name) {
    return Long.toString(head.number(name));
  }
}
