package io.doorlist.ingest;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Order;
import io.doorlist.store.checkin.Admission;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ConditionCheck;
import software.amazon.awssdk.services.dynamodb.model.Put;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import software.amazon.awssdk.services.dynamodb.model.Update;

/**
 * The writes that bring an order to where its plan says. Each may happen twice and does no harm
 * then.
 */
final class OrderWrites {
  private final String table;
  private final OrderPlan plan;
  private final OrderRows rows;

  OrderWrites(String table, EventDefinition definition, OrderPlan plan) {
    this.table = table;
    this.plan = plan;
    this.rows = new OrderRows(definition, plan.order().mode());
  }

  Key orderKey() {
    return rows.order(plan.order());
  }

  /** Returns the write of the order itself, on condition that it still has this version. */
  TransactWriteItem order(long version, boolean open) {
    Item item = orderItem(plan.placement(), version + 1);
    if (open) {
      Item leaving = new Item();
      plan.leaving().forEach((name, ordinals) -> leaving.put(name, ordinals, OrderWriter::number));
      item.put("open", true).put("leaving", leaving);
    }
    return versioned(item, version);
  }

  /** Returns the write that says that nothing is missing any more. */
  TransactWriteItem closed(long version) {
    return versioned(orderItem(plan.placement(), version + 1), version);
  }

  /** Returns the condition that the order's item still has this version. */
  TransactWriteItem unchanged(long version) {
    return TransactWriteItem.builder()
        .conditionCheck(
            ConditionCheck.builder()
                .tableName(table)
                .key(Dynamo.key(orderKey()))
                .conditionExpression(Admission.VERSION + " = :v")
                .expressionAttributeValues(Map.of(":v", OrderWriter.number(version)))
                .build())
        .build();
  }

  /** Returns the write that notes other ordinals in an open order. */
  TransactWriteItem moved(long version, Map<Key, Long> replacements) {
    Placement moved = rows.moved(plan.order(), plan.placement(), replacements);
    Item leaving = new Item();
    plan.leaving().forEach((name, ordinals) -> leaving.put(name, ordinals, OrderWriter::number));
    Item item = orderItem(moved, version + 1).put("open", true).put("leaving", leaving);
    return versioned(item, version);
  }

  private Item orderItem(Placement placement, long version) {
    Order order = plan.order();
    Item item = OrderItems.order(new Item(orderKey()), order).put(Admission.VERSION, version);
    return placement.addTo(item, order);
  }

  private TransactWriteItem versioned(Item item, long version) {
    Put.Builder put = Put.builder().tableName(table).item(item.attributes());
    if (version == 0) {
      put.conditionExpression(Dynamo.ABSENT);
    } else {
      put.conditionExpression(Admission.VERSION + " = :v")
          .expressionAttributeValues(Map.of(":v", OrderWriter.number(version)));
    }
    return TransactWriteItem.builder().put(put.build()).build();
  }

  /** Returns every write but the order itself. */
  List<TransactWriteItem> everything() {
    return changes(new StoredOrder(null, Placement.NONE, 0, false, Map.of()));
  }

  /** Returns the writes for what differs from the stored order. */
  List<TransactWriteItem> changes(StoredOrder stored) {
    Order order = plan.order();
    Placement placement = plan.placement();
    Order old = stored.order();
    Placement oldPlacement = stored.placement();
    List<TransactWriteItem> writes = new ArrayList<>();
    changed(old == null ? Map.of() : rows.tickets(old), rows.tickets(order))
        .forEach((key, item) -> writes.add(owned(item)));
    // Doors come before the codes that lead to them, so that a code that can be scanned has its
    // door.
    changed(old == null ? Map.of() : rows.doors(old, oldPlacement), rows.doors(order, placement))
        .forEach((key, item) -> writes.add(door(key, item)));
    changed(old == null ? Map.of() : rows.codes(old, oldPlacement), rows.codes(order, placement))
        .forEach((key, item) -> writes.add(code(key, item)));
    changed(old == null ? Map.of() : rows.rows(old, oldPlacement), rows.rows(order, placement))
        .forEach((key, item) -> writes.add(owned(item)));
    return writes;
  }

  /** Returns the sequences in which rows that stay are changed. */
  Set<String> edited(StoredOrder stored) {
    Set<String> edited = new TreeSet<>();
    changedInPlace(stored).keySet().forEach(key -> edited.add(key.pk()));
    return edited;
  }

  private Map<Key, Item> changedInPlace(StoredOrder stored) {
    return rows.changedInPlace(stored, plan.order(), plan.placement());
  }

  /** Makes the notes that the plan has places for: what leaves, and what rows that stay say now. */
  List<Item> notes(StoredOrder stored) {
    Map<Key, Item> changed = changedInPlace(stored);
    List<Item> notes = new ArrayList<>();
    plan.notes()
        .forEach(
            (name, ordinal) ->
                notes.add(
                    new SequenceNote(
                            plan.leaving().getOrDefault(name, List.of()),
                            List.of(),
                            changed.values().stream()
                                .filter(row -> row.key().pk().equals(name))
                                .map(OrderWrites::noted)
                                .toList())
                        .row(name, ordinal)));
    return notes;
  }

  /** Returns a row as notes have it. */
  static Item noted(Item row) {
    Item noted = new Item().put(SequenceNote.ORDINAL, Long.valueOf(row.key().sk()));
    noted.attributes().putAll(row.attributes());
    noted.attributes().remove(TableSchema.PK);
    noted.attributes().remove(TableSchema.SK);
    return noted;
  }

  /** Returns all sequences in which the order has rows. */
  Set<String> sequences() {
    Set<String> sequences = new TreeSet<>();
    rows.rows(plan.order(), plan.placement()).keySet().forEach(key -> sequences.add(key.pk()));
    return sequences;
  }

  private static Map<Key, Item> changed(Map<Key, Item> old, Map<Key, Item> now) {
    Map<Key, Item> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeIf(entry -> entry.getValue().equals(old.get(entry.getKey())));
    return changed;
  }

  /** Returns the write of an item that is not there or is about the same thing. */
  private TransactWriteItem owned(Item item) {
    return TransactWriteItem.builder()
        .put(
            Put.builder()
                .tableName(table)
                .item(item.attributes())
                .conditionExpression(Dynamo.ABSENT + " OR id = :id")
                .expressionAttributeValues(
                    Map.of(":id", OrderWriter.number(item.number(OrderItems.ID))))
                .build())
        .build();
  }

  /** Returns the write of what a code stands for; marks that are there stay. */
  private TransactWriteItem code(Key key, Item facts) {
    Upsert upsert = new Upsert(facts);
    String kind = facts.text(Admission.KIND);
    if (kind.equals(Admission.TICKET)) {
      if (!facts.has("door")) {
        Admission.optionalFacts().forEach(name -> upsert.removeUnless(facts, name));
        upsert.asDoor();
      }
    }
    String same = Dynamo.ABSENT + " OR (kind = :same_kind AND id = :same_id)";
    upsert.values.put(":same_kind", AttributeValue.fromS(kind));
    upsert.values.put(":same_id", OrderWriter.number(facts.number(OrderItems.ID)));
    return upsert.write(key, same);
  }

  private TransactWriteItem door(Key key, Item facts) {
    Upsert upsert = new Upsert(facts);
    upsert.asDoor();
    return upsert.write(key, null);
  }

  /** An update that sets attributes and leaves the others alone. */
  private final class Upsert {
    private final List<String> set = new ArrayList<>();
    private final Map<String, String> names = new HashMap<>();
    private final Map<String, AttributeValue> values = new HashMap<>();
    private final List<String> removed = new ArrayList<>();

    Upsert(Item facts) {
      facts
          .attributes()
          .forEach(
              (name, value) -> {
                String placeholder = Integer.toString(names.size());
                names.put("#a" + placeholder, name);
                values.put(":a" + placeholder, value);
                set.add("#a" + placeholder + " = :a" + placeholder);
              });
    }

    /** Makes room for marks, and tells those who read it before that it changed. */
    void asDoor() {
      names.put("#in", Admission.MARKS);
      names.put("#v", Admission.VERSION);
      values.put(":none", new Item().value());
      values.put(":zero", OrderWriter.number(0));
      values.put(":one", OrderWriter.number(1));
      set.add("#in = if_not_exists(#in, :none)");
      set.add("#v = if_not_exists(#v, :zero) + :one");
    }

    void removeUnless(Item facts, String name) {
      if (!facts.has(name)) {
        String placeholder = "#gone" + removed.size();
        names.put(placeholder, name);
        removed.add(placeholder);
      }
    }

    TransactWriteItem write(Key key, String condition) {
      String removal = removed.isEmpty() ? "" : " REMOVE " + String.join(", ", removed);
      return TransactWriteItem.builder()
          .update(
              Update.builder()
                  .tableName(table)
                  .key(Dynamo.key(key))
                  .updateExpression("SET " + String.join(", ", set) + removal)
                  .conditionExpression(condition)
                  .expressionAttributeNames(names)
                  .expressionAttributeValues(values)
                  .build())
          .build();
    }
  }
}
