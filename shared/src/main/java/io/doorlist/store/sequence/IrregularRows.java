package io.doorlist.store.sequence;

import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/** Where a sequence notes the units of its irregular rows: in items of blocks, and in summaries. */
record IrregularRows(String table, String sequence) {
  /**
   * Returns the writes that note irregular rows in their blocks and summaries.
   *
   * @param irregular ordinals to the units that the rows have
   * @param changes ordinals to by how much that is more than was noted before
   */
  List<TransactWriteItem> writes(NavigableMap<Long, Integer> irregular, Map<Long, Long> changes) {
    Map<Long, Map<Long, Integer>> byBlock = new TreeMap<>();
    Map<Long, Map<Long, Long>> bySummary = new TreeMap<>();
    irregular.forEach(
        (ordinal, units) -> {
          long block = (ordinal - 1) / Sequence.BLOCK;
          byBlock
              .computeIfAbsent(block, any -> new TreeMap<>())
              .put((ordinal - 1) % Sequence.BLOCK, units);
          bySummary
              .computeIfAbsent(block / Sequence.BLOCKS, any -> new TreeMap<>())
              .merge(block % Sequence.BLOCKS, changes.get(ordinal), Long::sum);
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
          bound.put(":" + name, AttributeValue.fromN(value.toString()));
        });
    return TransactWriteItem.builder()
        .update(
            Update.builder()
                .tableName(table)
                .key(Dynamo.key(key))
                .updateExpression(verb + String.join(",", terms))
                .expressionAttributeValues(bound)
                .build())
        .build();
  }
}
