package io.doorlist.exactness.fake;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Items by partition and sort key, in the order of sort keys. Items are immutable. */
public final class FakeTable {
  private final Map<String, TreeMap<String, Map<String, AttributeValue>>> partitions =
      new HashMap<>();

  public FakeTable copy() {
    FakeTable copy = new FakeTable();
    partitions.forEach((pk, items) -> copy.partitions.put(pk, new TreeMap<>(items)));
    return copy;
  }

  /** Returns the item, or {@code null}. */
  public Map<String, AttributeValue> get(String pk, String sk) {
    TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(pk);
    return partition == null ? null : partition.get(sk);
  }

  /** Replaces an item; {@code null} deletes it. */
  void put(String pk, String sk, Map<String, AttributeValue> item) {
    if (item == null) {
      TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(pk);
      if (partition != null) {
        partition.remove(sk);
      }
    } else {
      partitions.computeIfAbsent(pk, any -> new TreeMap<>()).put(sk, item);
    }
  }

  /** Returns the items between two sort keys, both included if {@code fromToo}. */
  NavigableMap<String, Map<String, AttributeValue>> range(
      String pk, String from, boolean fromToo, String to) {
    TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(pk);
    return partition == null || from.compareTo(to) > 0
        ? new TreeMap<>()
        : partition.subMap(from, fromToo, to, true);
  }

  public List<Map<String, AttributeValue>> partition(String pk) {
    TreeMap<String, Map<String, AttributeValue>> partition = partitions.get(pk);
    return partition == null ? List.of() : List.copyOf(partition.values());
  }

  /** Passes every item and its partition key to a visitor. */
  public void forEach(BiConsumer<String, Map<String, AttributeValue>> visitor) {
    partitions.forEach((pk, items) -> items.values().forEach(item -> visitor.accept(pk, item)));
  }

  static String pk(Map<String, AttributeValue> key) {
    return text(key, "pk");
  }

  static String sk(Map<String, AttributeValue> key) {
    return text(key, "sk");
  }

  private static String text(Map<String, AttributeValue> key, String name) {
    AttributeValue value = key.get(name);
    if (value == null || value.s() == null || value.s().isEmpty()) {
      throw DynamoExceptions.validation("a key is missing or empty");
    }
    return value.s();
  }
}
