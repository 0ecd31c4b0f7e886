package io.doorlist.store.sequence;

import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * Announces on the HEAD of a sequence what its other numbers do not show: that rows are about to be
 * changed in place, or the words of the list's definition that are shown with them. Readers then
 * give no version for a while ({@link SequenceVersion}), and another one after it, so that a run
 * that is cut off needs no healing. Thread-safe.
 */
public final class SequenceEdits {
  /** How long one announcement does for further changes. */
  static final Duration VALID = Duration.ofMinutes(1);

  private final Dynamo dynamo;
  private final Map<String, Instant> announced = new HashMap<>();

  /** Works on this table. */
  public SequenceEdits(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /** Must return before the first change is sent; 1 write unit a sequence and minute. */
  public synchronized void announce(Collection<String> sequences, Instant deadline) {
    Instant now = dynamo.clock().instant();
    for (String sequence : sequences) {
      Instant last = announced.get(sequence);
      if (last == null || now.isAfter(last.plus(VALID))) {
        update(
            sequence,
            "SET edited_at = :now ADD edits :one",
            Map.of(":now", millis(now), ":one", AttributeValue.fromN("1")),
            deadline);
        announced.put(sequence, now);
      }
    }
  }

  /**
   * Makes the HEADs of new sequences, so that they have a version from the start, and one that no
   * table before had.
   */
  public void begin(Collection<String> sequences, Instant deadline) {
    Map<String, AttributeValue> now = Map.of(":now", millis(dynamo.clock().instant()));
    for (String sequence : sequences) {
      update(sequence, "SET born_at = if_not_exists(born_at, :now)", now, deadline);
    }
  }

  private void update(
      String sequence, String expression, Map<String, AttributeValue> values, Instant deadline) {
    dynamo.update(
        UpdateItemRequest.builder()
            .tableName(dynamo.table())
            .key(Dynamo.key(TableSchema.head(sequence)))
            .updateExpression(expression)
            .expressionAttributeValues(values)
            .build(),
        deadline);
  }

  private static AttributeValue millis(Instant time) {
    return AttributeValue.fromN(Long.toString(time.toEpochMilli()));
  }
}
