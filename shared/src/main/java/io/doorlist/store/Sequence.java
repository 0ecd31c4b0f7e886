package io.doorlist.store;

import io.doorlist.paging.PageRequest;
import io.doorlist.store.Dynamo.Range;
import io.doorlist.store.TableSchema.Key;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.Delete;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.ReturnValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnValuesOnConditionCheckFailure;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;
import software.amazon.awssdk.services.dynamodb.model.UpdateItemRequest;

/**
 * A list that grows at its end, with page numbers and an exact count at a constant cost.
 *
 * <p>Implementation notes. Rows carry dense ordinals in their sort key. To append, a plain ADD on
 * the HEAD item reserves ordinals (it queues at the item, it never cancels), then the caller's
 * transaction writes the row if its ordinal is free. A writer that dies leaves a gap; a gap more
 * than {@link #GAP_PATIENCE} behind the last reservation is closed by a void row, against which a
 * late writer loses and reserves anew: closing too early costs a retry, never a row. {@code
 * settled} moves up over rows and voids, never over a gap, so below it every ordinal's fate is
 * known. No clock is involved.
 *
 * <p>A row that stands for one thing is regular. Irregular ones (voids, rows that left, rows of
 * several units) are summed per block of {@link #BLOCK} ordinals in summaries beside HEAD, and
 * listed by ordinal in one item per block, so the n-th unit is found by arithmetic and at most one
 * more read, however many irregular rows there are. HEAD's own {@code surplus} is the sum of all,
 * so that a count needs HEAD and the rows above {@code settled} only. See ADR 0005.
 *
 * <p>Thread-safe.
 */
final class Sequence {
  /** Ordinals whose irregular rows are listed in one item. */
  static final int BLOCK = 1024;

  /** Blocks whose surplus is kept in one summary: its item stays under one write unit. */
  static final int BLOCKS = 128;

  /** How far behind the last reservation a gap is taken to be a dead writer's. */
  static final int GAP_PATIENCE = 100;

  /** Appends between two attempts to move {@code settled}. */
  static final int SETTLE_EVERY = 32;

  /**
   * Irregular rows that one step of settling takes on: their update must fit an expression of 4 KB.
   */
  private static final int IRREGULAR_STEP = 100;

  private static final int SETTLE_ROWS = 1000;
  private static final int TORN_READS = 3;
  private static final String NEXT = "next";
  private static final String SETTLED = "settled";
  private static final String SURPLUS = "surplus";
  private static final String LAST_ROW = "9999999999999999";

  /** Sorts after HEAD and all its summaries. */
  private static final String AFTER_HEAD = TableSchema.HEAD + "#~";

  private final Dynamo dynamo;

  Sequence(Dynamo dynamo) {
    this.dynamo = dynamo;
  }

  /** Which end of a sequence comes first on a page. */
  enum Direction {
    OLDEST_FIRST,
    NEWEST_FIRST
  }

  /**
   * One unit of a row.
   *
   * @param index which one of the row's units, from 0
   */
  record Unit(SequenceRow row, int index) {}

  /**
   * The units of one page.
   *
   * @param count units of the whole sequence
   */
  record Units(List<Unit> units, long count) {}

  /**
   * Reserves consecutive ordinals and returns the first; 1 write unit. A repeat after a lost answer
   * leaves a gap.
   */
  long reserve(String sequence, int ordinals, Instant deadline) {
    Item head =
        dynamo
            .update(
                UpdateItemRequest.builder()
                    .tableName(dynamo.table())
                    .key(Dynamo.key(TableSchema.head(sequence)))
                    .updateExpression("ADD #next :k")
                    .expressionAttributeNames(Map.of("#next", NEXT))
                    .expressionAttributeValues(Map.of(":k", number(ordinals)))
                    .returnValues(ReturnValue.UPDATED_NEW)
                    .build(),
                deadline)
            .orElseThrow();
    return head.number(NEXT) - ordinals + 1;
  }

  /**
   * Returns the write of a row that {@link SequenceRow#row} made; it fails if its ordinal is taken.
   */
  TransactWriteItem append(Item row) {
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(dynamo.table())
                .item(row.attributes())
                .conditionExpression(Dynamo.ABSENT)
                .returnValuesOnConditionCheckFailure(ReturnValuesOnConditionCheckFailure.ALL_OLD)
                .build())
        .build();
  }

  /** Reads the units of consecutive rows that are known to be there; strongly consistent. */
  List<Unit> rows(String sequence, long first, int rows, Instant deadline) {
    List<Unit> units = new ArrayList<>();
    for (SequenceRow row :
        rows(sequence, first, first + rows - 1, true, Range.NO_LIMIT, deadline)) {
      for (int index = 0; index < row.units(); index++) {
        units.add(new Unit(row, index));
      }
    }
    return units;
  }

  /**
   * Closes ordinals that their owner will not use; saves others from waiting for them. 1 write unit
   * each.
   */
  void giveUp(String sequence, long first, int ordinals, Instant deadline) {
    for (long ordinal = first; ordinal < first + ordinals; ordinal++) {
      dynamo.putIfAbsent(SequenceRow.voided(sequence, ordinal), deadline);
    }
  }

  /**
   * Returns unused ordinals: if they are the last that were handed out they are free again, else
   * they are closed.
   */
  void giveBack(String sequence, long first, long last, Instant deadline) {
    boolean free =
        dynamo
            .update(
                UpdateItemRequest.builder()
                    .tableName(dynamo.table())
                    .key(Dynamo.key(TableSchema.head(sequence)))
                    .updateExpression("SET #next = :before")
                    .conditionExpression(
                        "#next = :last AND (attribute_not_exists(settled) OR settled < :first)")
                    .expressionAttributeNames(Map.of("#next", NEXT))
                    .expressionAttributeValues(
                        Map.of(
                            ":before", number(first - 1),
                            ":first", number(first),
                            ":last", number(last)))
                    .build(),
                deadline)
            .isPresent();
    if (!free) {
      giveUp(sequence, first, (int) (last - first + 1), deadline);
    }
  }

  /** Settles as far as it goes without closing young gaps. */
  void settleYoung(String sequence, Instant deadline) {
    settle(sequence, 0, deadline);
  }

  /** Settles if it is this writer's turn, by the ordinals that it wrote last. */
  void settleInTurn(String sequence, long first, int ordinals, Instant deadline) {
    if ((first + ordinals - 1) / SETTLE_EVERY > (first - 1) / SETTLE_EVERY) {
      settleYoung(sequence, deadline);
    }
  }

  /**
   * Moves {@code settled} up to this ordinal at least, closing every gap before it; writers that
   * are still underway there reserve anew.
   */
  void settleThrough(String sequence, long ordinal, Instant deadline) {
    Item head = dynamo.get(TableSchema.head(sequence), deadline).orElseGet(Item::new);
    if (head.number(SETTLED) < ordinal) {
      settle(sequence, ordinal, deadline);
    }
  }

  /**
   * Moves {@code settled} up to the last reservation, closing every gap: for writers that know they
   * are alone.
   */
  void settleAll(String sequence, Instant deadline) {
    settle(sequence, Long.MAX_VALUE, deadline);
  }

  private void settle(String sequence, long through, Instant deadline) {
    while (settleStep(sequence, through, deadline)) {
      // One step covers a bounded number of rows.
    }
  }

  /** Moves {@code settled} as far as one write can; tells whether it is worth going on. */
  private boolean settleStep(String sequence, long through, Instant deadline) {
    Item head = dynamo.get(TableSchema.head(sequence), deadline).orElseGet(Item::new);
    long next = head.number(NEXT);
    long settled = head.number(SETTLED);
    if (settled == next) {
      return false;
    }
    List<SequenceRow> rows = rows(sequence, settled + 1, next, true, SETTLE_ROWS, deadline);
    long known = rows.size() < SETTLE_ROWS ? next : rows.getLast().ordinal();
    NavigableMap<Long, Integer> irregular = new TreeMap<>();
    long reached = settled;
    int row = 0;
    while (reached < known && irregular.size() < IRREGULAR_STEP) {
      long ordinal = reached + 1;
      if (row < rows.size() && rows.get(row).ordinal() == ordinal) {
        if (rows.get(row).units() != 1) {
          irregular.put(ordinal, rows.get(row).units());
        }
        row++;
      } else if (ordinal > through && next - ordinal < GAP_PATIENCE) {
        break;
      } else if (dynamo.putIfAbsent(SequenceRow.voided(sequence, ordinal), deadline)) {
        irregular.put(ordinal, 0);
      } else {
        return true; // The writer was only late: read its row.
      }
      reached = ordinal;
    }
    return reached > settled && advance(sequence, settled, reached, irregular, deadline);
  }

  private boolean advance(
      String sequence,
      long settled,
      long reached,
      NavigableMap<Long, Integer> irregular,
      Instant deadline) {
    long surplus = irregular.values().stream().mapToLong(units -> units - 1).sum();
    Update head =
        Update.builder()
            .tableName(dynamo.table())
            .key(Dynamo.key(TableSchema.head(sequence)))
            .updateExpression("SET settled = :reached ADD surplus :surplus")
            .conditionExpression(
                settled == 0
                    ? "attribute_not_exists(settled) OR settled = :settled"
                    : "settled = :settled")
            .expressionAttributeValues(
                Map.of(
                    ":reached", number(reached),
                    ":settled", number(settled),
                    ":surplus", number(surplus)))
            .build();
    if (irregular.isEmpty()) {
      return dynamo
          .update(
              UpdateItemRequest.builder()
                  .tableName(head.tableName())
                  .key(head.key())
                  .updateExpression(head.updateExpression())
                  .conditionExpression(head.conditionExpression())
                  .expressionAttributeValues(head.expressionAttributeValues())
                  .build(),
              deadline)
          .isPresent();
    }
    List<TransactWriteItem> writes = new ArrayList<>();
    writes.add(TransactWriteItem.builder().update(head).build());
    Map<Long, Long> changes = new HashMap<>();
    irregular.forEach((ordinal, units) -> changes.put(ordinal, units - 1L));
    writes.addAll(irregularWrites(sequence, irregular, changes));
    return dynamo.transact(writes, deadline).isEmpty();
  }

  /**
   * Returns the writes that take rows out of the sequence for good. They must be settled ({@link
   * #settleThrough}) and there: the writes fail otherwise. One call per sequence and transaction.
   */
  List<TransactWriteItem> remove(String sequence, Collection<Long> ordinals) {
    NavigableMap<Long, Integer> left = new TreeMap<>();
    Map<Long, Long> changes = new HashMap<>();
    List<TransactWriteItem> writes = new ArrayList<>();
    for (long ordinal : ordinals) {
      left.put(ordinal, 0);
      changes.put(ordinal, -1L);
      writes.add(
          TransactWriteItem.builder()
              .delete(
                  Delete.builder()
                      .tableName(dynamo.table())
                      .key(Dynamo.key(TableSchema.row(sequence, ordinal)))
                      .conditionExpression("attribute_exists(pk)")
                      .build())
              .build());
    }
    writes.add(
        TransactWriteItem.builder()
            .update(
                Update.builder()
                    .tableName(dynamo.table())
                    .key(Dynamo.key(TableSchema.head(sequence)))
                    .updateExpression("ADD surplus :surplus")
                    .conditionExpression("settled >= :last")
                    .expressionAttributeValues(
                        Map.of(":surplus", number(-left.size()), ":last", number(left.lastKey())))
                    .build())
            .build());
    writes.addAll(irregularWrites(sequence, left, changes));
    return writes;
  }

  /** Returns the writes that note irregular rows in their blocks and summaries. */
  private List<TransactWriteItem> irregularWrites(
      String sequence, NavigableMap<Long, Integer> irregular, Map<Long, Long> changes) {
    Map<Long, Map<Long, Integer>> byBlock = new TreeMap<>();
    Map<Long, Map<Long, Long>> bySummary = new TreeMap<>();
    irregular.forEach(
        (ordinal, units) -> {
          long block = (ordinal - 1) / BLOCK;
          byBlock.computeIfAbsent(block, any -> new TreeMap<>()).put((ordinal - 1) % BLOCK, units);
          bySummary
              .computeIfAbsent(block / BLOCKS, any -> new TreeMap<>())
              .merge(block % BLOCKS, changes.get(ordinal), Long::sum);
        });
    List<TransactWriteItem> writes = new ArrayList<>();
    byBlock.forEach(
        (block, units) ->
            writes.add(numbers(TableSchema.block(sequence, block), "SET ", "=", units)));
    bySummary.forEach(
        (summary, surplus) ->
            writes.add(numbers(TableSchema.summary(sequence, summary), "ADD ", " ", surplus)));
    return writes;
  }

  /** Returns an update of numeric attributes, which are named "n" and a number. */
  private TransactWriteItem numbers(
      Key key, String verb, String link, Map<Long, ? extends Number> values) {
    List<String> terms = new ArrayList<>();
    Map<String, AttributeValue> bound = new HashMap<>();
    values.forEach(
        (name, value) -> {
          terms.add("n" + name + link + ":" + name);
          bound.put(":" + name, number(value.longValue()));
        });
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(dynamo.table())
                .key(Dynamo.key(key))
                .updateExpression(verb + String.join(",", terms))
                .expressionAttributeValues(bound)
                .build())
        .build();
  }

  /** Counts the units of each sequence, in the same order; strongly consistent. */
  List<Long> counts(List<String> sequences, Instant deadline) {
    Map<Key, Item> heads =
        dynamo.get(sequences.stream().distinct().map(TableSchema::head).toList(), deadline);
    List<Long> counts = new ArrayList<>();
    for (String sequence : sequences) {
      Item head = heads.get(TableSchema.head(sequence));
      counts.add(head == null ? 0 : withTail(sequence, head, new TreeMap<>(), deadline).units());
    }
    return counts;
  }

  /**
   * Reads one page. HEAD with its summaries, the rows above {@code settled}, and the page: three
   * round trips at most but for a page that starts in a block with irregular rows, whose list is
   * read too.
   */
  Units page(String sequence, PageRequest request, Direction direction, Instant deadline) {
    SequenceHead head = head(sequence, deadline);
    long count = head.units();
    if (request.offset() >= count) {
      return new Units(List.of(), count);
    }
    long to = Math.min(request.offset() + request.items(), count);
    List<Unit> units =
        direction == Direction.OLDEST_FIRST
            ? units(sequence, head, request.offset(), to, deadline)
            : units(sequence, head, count - to, count - request.offset(), deadline);
    if (direction == Direction.NEWEST_FIRST) {
      Collections.reverse(units);
    }
    return new Units(units, count);
  }

  /** Reads where the sequence stands, with the rows above {@code settled}; strongly consistent. */
  SequenceHead head(String sequence, Instant deadline) {
    Item head = new Item();
    NavigableMap<Long, Long> blocks = new TreeMap<>();
    for (int read = 0; read < TORN_READS; read++) {
      blocks.clear();
      Range heads = new Range(sequence, TableSchema.HEAD, AFTER_HEAD, true, Range.NO_LIMIT);
      for (Item item : dynamo.query(heads, deadline)) {
        if (item.text(TableSchema.SK).equals(TableSchema.HEAD)) {
          head = item;
        } else {
          addSummary(item, blocks);
        }
      }
      // A range read is not one moment: read again if a write came between HEAD and its summaries.
      if (blocks.values().stream().mapToLong(Long::longValue).sum() == head.number(SURPLUS)) {
        break;
      }
    }
    return withTail(sequence, head, blocks, deadline);
  }

  private static void addSummary(Item summary, NavigableMap<Long, Long> blocks) {
    String key = summary.text(TableSchema.SK);
    long first = Long.parseLong(key.substring(key.lastIndexOf('#') + 1)) * BLOCKS;
    for (String name : summary.attributes().keySet()) {
      if (name.startsWith("n")) {
        blocks.put(first + Long.parseLong(name.substring(1)), summary.number(name));
      }
    }
  }

  private SequenceHead withTail(
      String sequence, Item head, NavigableMap<Long, Long> blocks, Instant deadline) {
    long next = head.number(NEXT);
    long settled = head.number(SETTLED);
    List<SequenceRow> tail =
        settled == next
            ? List.of()
            : rows(sequence, settled + 1, Long.MAX_VALUE, true, Range.NO_LIMIT, deadline);
    return new SequenceHead(next, settled, head.number(SURPLUS), blocks, tail);
  }

  /** Reads the units of ranks {@code from} (from 0) up to but without {@code to}, oldest first. */
  List<Unit> units(String sequence, SequenceHead head, long from, long to, Instant deadline) {
    List<Unit> units = new ArrayList<>();
    long settledUnits = head.settledUnits();
    if (from < settledUnits) {
      int wanted = (int) (Math.min(to, settledUnits) - from);
      SequenceHead.Place place = exact(sequence, head.place(from), deadline);
      // Settled rows stay as they are, so the cheap read will do; where it lags behind it is short,
      // and read again.
      units = settledUnits(sequence, head, place, wanted, false, deadline);
      if (units.size() < wanted) {
        units = settledUnits(sequence, head, place, wanted, true, deadline);
      }
    }
    long rank = settledUnits;
    for (SequenceRow row : head.tail()) {
      for (int index = 0; index < row.units(); index++, rank++) {
        if (rank >= from && rank < to) {
          units.add(new Unit(row, index));
        }
      }
    }
    return units;
  }

  /** Turns a place at the start of an irregular block into the row that has the unit. */
  private SequenceHead.Place exact(String sequence, SequenceHead.Place place, Instant deadline) {
    if (place.block() < 0) {
      return place;
    }
    Item block =
        dynamo.get(TableSchema.block(sequence, place.block()), deadline).orElseGet(Item::new);
    long skip = place.skip();
    for (int offset = 0; offset < BLOCK; offset++) {
      String name = "n" + offset;
      long units = block.has(name) ? block.number(name) : 1;
      if (skip < units) {
        return new SequenceHead.Place(-1, place.ordinal() + offset, skip);
      }
      skip -= units;
    }
    return new SequenceHead.Place(-1, place.ordinal() + BLOCK, skip);
  }

  private List<Unit> settledUnits(
      String sequence,
      SequenceHead head,
      SequenceHead.Place place,
      int wanted,
      boolean consistent,
      Instant deadline) {
    List<Unit> units = new ArrayList<>(wanted);
    long ordinal = place.ordinal();
    long skip = place.skip();
    while (units.size() < wanted && ordinal <= head.settled()) {
      int limit = wanted - units.size();
      List<SequenceRow> rows = rows(sequence, ordinal, head.settled(), consistent, limit, deadline);
      for (SequenceRow row : rows) {
        for (int index = (int) skip; index < row.units() && units.size() < wanted; index++) {
          units.add(new Unit(row, index));
        }
        skip = 0;
      }
      if (rows.size() < limit) {
        break;
      }
      ordinal = rows.getLast().ordinal() + 1;
    }
    return units;
  }

  private List<SequenceRow> rows(
      String sequence, long from, long to, boolean consistent, int limit, Instant deadline) {
    String last = to == Long.MAX_VALUE ? LAST_ROW : TableSchema.ordinal(to);
    Range range = new Range(sequence, TableSchema.ordinal(from), last, consistent, limit);
    return dynamo.query(range, deadline).stream().map(SequenceRow::of).toList();
  }

  private static AttributeValue number(long number) {
    return AttributeValue.fromN(Long.toString(number));
  }
}
