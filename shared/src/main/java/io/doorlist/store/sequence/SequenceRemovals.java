package io.doorlist.store.sequence;

import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * Takes units out of rows that stay, one at a time and on record.
 *
 * <p>Implementation notes. The row keeps its ordinal and loses a unit, in a transaction of the
 * caller's that also writes HEAD ({@link #remove}): where the row is settled, HEAD's {@code
 * surplus} falls, and two attributes named after the ordinal say by how much ({@code d}) and what
 * is left ({@code u}). That saves the block and its summary, 4 write units each time; they are
 * caught up with for {@link #MAX_OPEN} rows at once. {@code removed} counts removals: who settles
 * or removes meanwhile does so on condition that it still stands, and it numbers the entries of the
 * caller's log without a gap. A {@link SequenceNote} tells of it; its place is taken in the same
 * write of HEAD, unless others take places so fast that it must be reserved before. See ADR 0025.
 * Thread-safe.
 */
public final class SequenceRemovals {
  /** How many rows HEAD names before their blocks and summaries are written: it stays small. */
  static final int MAX_OPEN = 16;

  static final String REMOVED = "removed";
  static final String REMOVED_AT = "removed_at";

  /** Begins the name of what HEAD says is left of a row. */
  private static final String LEFT = "u";

  /** Begins the name of how much less that is than its block says. */
  private static final String LESS = "d";

  private final Dynamo dynamo;

  /** Works on this table. */
  public SequenceRemovals(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /**
   * Where a sequence stands.
   *
   * @param removed how many removals there were
   * @param note the place of the next one's note
   * @param reserved whether that place is taken already; if not, it is taken with the removal
   */
  public record Standing(String sequence, long settled, long removed, long note, boolean reserved) {
    /** Returns the number of the next removal, from 1. */
    public long number() {
      return removed + 1;
    }
  }

  /** Returns how many removals there were; strongly consistent, 1 read unit. */
  public long count(String sequence, Instant deadline) {
    return dynamo
        .get(TableSchema.head(sequence), deadline)
        .map(head -> head.number(REMOVED))
        .orElse(0L);
  }

  /**
   * Reads where a sequence stands, and first makes room on its HEAD if that is full; 1 read unit.
   *
   * @param reserve whether to reserve the note's place, 1 write unit: where others were faster
   */
  public Standing standing(String sequence, boolean reserve, Instant deadline) {
    Key key = TableSchema.head(sequence);
    Item head = dynamo.get(key, deadline).orElseGet(Item::new);
    while (open(head).size() >= MAX_OPEN) {
      dynamo.transact(closing(sequence, head), deadline);
      head = dynamo.get(key, deadline).orElseGet(Item::new);
    }
    long note =
        reserve
            ? new Sequence(dynamo, new SequencePages(dynamo)).reserve(sequence, 1, deadline)
            : head.number(Sequence.NEXT) + 1;
    return new Standing(
        sequence, head.number(Sequence.SETTLED), head.number(REMOVED), note, reserve);
  }

  /**
   * Returns the writes that go with taking one unit out of a row: on HEAD, and the note. They fail
   * if the sequence does not stand as it did in what that depends on.
   *
   * @param left the units that the row has afterwards
   * @param name what left, as the sequence's owner names it
   */
  public List<TransactWriteItem> remove(Standing standing, long ordinal, int left, long name) {
    boolean settled = ordinal <= standing.settled();
    List<String> sums = new ArrayList<>(List.of("removed :one"));
    List<String> conditions = new ArrayList<>(List.of(sameRemoved(standing.removed())));
    Map<String, String> names = new HashMap<>();
    Map<String, AttributeValue> values = new HashMap<>();
    values.put(":now", number(dynamo.clock().millis()));
    values.put(":one", number(1));
    values.put(":ordinal", number(ordinal));
    values.put(":removed", number(standing.removed()));
    String change = "SET removed_at = :now";
    if (settled) {
      conditions.add("settled >= :ordinal");
      change += ", " + LEFT + ordinal + " = :left";
      sums.add("surplus :less");
      sums.add(LESS + ordinal + " :less");
      values.put(":left", number(left));
      values.put(":less", number(-1));
    } else {
      conditions.add("(attribute_not_exists(settled) OR settled < :ordinal)");
    }
    if (!standing.reserved()) {
      conditions.add("#next = :next");
      sums.add("#next :one");
      names.put("#next", Sequence.NEXT);
      values.put(":next", number(standing.note() - 1));
    }
    Update head =
        Update.builder()
            .tableName(dynamo.table())
            .key(Dynamo.key(TableSchema.head(standing.sequence())))
            .updateExpression(change + " ADD " + String.join(", ", sums))
            .conditionExpression(String.join(" AND ", conditions))
            .expressionAttributeNames(names.isEmpty() ? null : names)
            .expressionAttributeValues(values)
            .build();
    Item note =
        new SequenceNote(List.of(), List.of(name), List.of())
            .row(standing.sequence(), standing.note());
    Put put =
        Put.builder()
            .tableName(dynamo.table())
            .item(note.attributes())
            .conditionExpression(Dynamo.ABSENT)
            .build();
    return List.of(
        TransactWriteItem.builder().update(head).build(),
        TransactWriteItem.builder().put(put).build());
  }

  /** Closes the place of a note that is not written. */
  public void giveUp(Standing standing, Instant deadline) {
    if (standing.reserved()) {
      dynamo.putIfAbsent(SequenceRow.voided(standing.sequence(), standing.note()), deadline);
    }
  }

  /** Returns the condition that nothing was removed since; {@code :removed} is how much was. */
  static String sameRemoved(long removed) {
    return removed == 0
        ? "(attribute_not_exists(removed) OR removed = :removed)"
        : "removed = :removed";
  }

  /** A row that HEAD names: what is left of it, and how much less that is than its block says. */
  record Open(int left, long less) {}

  /** Returns the rows that HEAD names, by ordinal. */
  static NavigableMap<Long, Open> open(Item head) {
    NavigableMap<Long, Open> open = new TreeMap<>();
    for (String name : head.attributes().keySet()) {
      if (name.startsWith(LEFT) && Character.isDigit(name.charAt(name.length() - 1))) {
        String ordinal = name.substring(LEFT.length());
        open.put(
            Long.valueOf(ordinal), new Open((int) head.number(name), head.number(LESS + ordinal)));
      }
    }
    return open;
  }

  /** Returns the writes that bring blocks and summaries up to date with HEAD. */
  private List<TransactWriteItem> closing(String sequence, Item head) {
    NavigableMap<Long, Integer> left = new TreeMap<>();
    Map<Long, Long> less = new HashMap<>();
    List<String> names = new ArrayList<>();
    List<String> conditions = new ArrayList<>();
    Map<String, AttributeValue> values = new HashMap<>();
    open(head)
        .forEach(
            (ordinal, row) -> {
              left.put(ordinal, row.left());
              less.put(ordinal, row.less());
              names.add(LEFT + ordinal);
              names.add(LESS + ordinal);
              conditions.add("d%1$d = :d%1$d".formatted(ordinal));
              values.put(":d" + ordinal, number(row.less()));
            });
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(
        TransactWriteItem.builder()
            .update(
                Update.builder()
                    .tableName(dynamo.table())
                    .key(Dynamo.key(TableSchema.head(sequence)))
                    .updateExpression("REMOVE " + String.join(", ", names))
                    .conditionExpression(String.join(" AND ", conditions))
                    .expressionAttributeValues(values)
                    .build())
            .build());
    writes.addAll(new IrregularRows(dynamo.table(), sequence).writes(left, less));
    return writes;
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
