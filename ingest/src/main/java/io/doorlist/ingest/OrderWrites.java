package io.doorlist.ingest;

import static io.doorlist.store.table.Condition.absent;
import static io.doorlist.store.table.Condition.is;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Order;
import io.doorlist.store.checkin.Admission;
import io.doorlist.store.order.OrderItems;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.table.Condition;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Update;
import io.doorlist.store.table.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/**
 * The writes that bring an order to where its plan says. Each may happen twice and does no harm
 * then.
 */
final class OrderWrites {
  private final OrderPlan plan;
  private final OrderRows rows;
  private final Map<Write, Item> rowsByWrite = new HashMap<>();

  OrderWrites(EventDefinition definition, OrderPlan plan) {
    this.plan = plan;
    this.rows = new OrderRows(definition, plan.order().mode());
  }

  Key orderKey() {
    return rows.order(plan.order());
  }

  /** Returns the write of the order itself, on condition that it still has this version. */
  Write order(long version, boolean open) {
    Item item = orderItem(plan.placement(), version + 1);
    if (open) {
      Item leaving = new Item();
      plan.leaving().forEach((name, ordinals) -> leaving.put(name, ordinals));
      item.put("open", true).put("leaving", leaving);
    }
    return versioned(item, version);
  }

  /** Returns the write that says that nothing is missing any more. */
  Write closed(long version) {
    return versioned(orderItem(plan.placement(), version + 1), version);
  }

  /** Returns the condition that the order's item still has this version. */
  Write unchanged(long version) {
    return Write.check(orderKey()).require(is(Admission.VERSION, version));
  }

  /** Returns the write that notes other ordinals in an open order. */
  Write moved(long version, Map<Key, Long> replacements) {
    Placement moved = rows.moved(plan.order(), plan.placement(), replacements);
    Item leaving = new Item();
    plan.leaving().forEach((name, ordinals) -> leaving.put(name, ordinals));
    Item item = orderItem(moved, version + 1).put("open", true).put("leaving", leaving);
    return versioned(item, version);
  }

  private Item orderItem(Placement placement, long version) {
    Order order = plan.order();
    Item item = OrderItems.order(new Item(orderKey()), order).put(Admission.VERSION, version);
    return placement.addTo(item, order);
  }

  private static Write versioned(Item item, long version) {
    return Write.put(item).require(Condition.unchanged(Admission.VERSION, version));
  }

  /** Returns every write but the order itself. */
  List<Write> everything() {
    return changes(new StoredOrder(null, Placement.NONE, 0, false, Map.of()));
  }

  /** Returns the writes for what differs from the stored order. */
  List<Write> changes(StoredOrder stored) {
    Order order = plan.order();
    Placement placement = plan.placement();
    Order old = stored.order();
    Placement oldPlacement = stored.placement();
    List<Write> writes = new ArrayList<>();
    changed(old == null ? Map.of() : rows.tickets(old), rows.tickets(order))
        .forEach((key, item) -> writes.add(owned(item)));
    // Doors come before the codes that lead to them, so that a code that can be scanned has its
    // door.
    changed(old == null ? Map.of() : rows.doors(old, oldPlacement), rows.doors(order, placement))
        .forEach((key, item) -> writes.add(door(key, item)));
    changed(old == null ? Map.of() : rows.codes(old, oldPlacement), rows.codes(order, placement))
        .forEach((key, item) -> writes.add(code(key, item)));
    changed(old == null ? Map.of() : rows.rows(old, oldPlacement), rows.rows(order, placement))
        .forEach(
            (key, item) -> {
              Write row = owned(item);
              rowsByWrite.put(row, item);
              writes.add(row);
            });
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
    return row.without(TableSchema.PK, TableSchema.SK)
        .put(SequenceNote.ORDINAL, Long.valueOf(row.key().sk()));
  }

  /** Returns all sequences in which the order has rows. */
  Set<String> sequences() {
    Set<String> sequences = new TreeSet<>();
    rows.rows(plan.order(), plan.placement()).keySet().forEach(key -> sequences.add(key.pk()));
    return sequences;
  }

  /** Returns the row in a sequence that this is the write of; empty if it is none. */
  Optional<Item> row(Write write) {
    return Optional.ofNullable(rowsByWrite.get(write));
  }

  private static Map<Key, Item> changed(Map<Key, Item> old, Map<Key, Item> now) {
    Map<Key, Item> changed = new LinkedHashMap<>(now);
    changed.entrySet().removeIf(entry -> entry.getValue().equals(old.get(entry.getKey())));
    return changed;
  }

  /** Returns the write of an item that is not there or is about the same thing. */
  private static Write owned(Item item) {
    return Write.put(item).require(absent().or(is(OrderItems.ID, item.number(OrderItems.ID))));
  }

  /** Returns the write of what a code stands for; marks that are there stay. */
  private static Write code(Key key, Item facts) {
    Update update = Update.of(key).setAll(facts);
    String kind = facts.text(Admission.KIND);
    if (kind.equals(Admission.TICKET) && !facts.has("door")) {
      for (String name : Admission.optionalFacts()) {
        if (!facts.has(name)) {
          update.remove(name);
        }
      }
      asDoor(update);
    }
    Condition same = is(Admission.KIND, kind).and(is(OrderItems.ID, facts.number(OrderItems.ID)));
    return update.require(absent().or(same));
  }

  private static Write door(Key key, Item facts) {
    return asDoor(Update.of(key).setAll(facts));
  }

  /** Makes room for marks, and tells those who read the door before that it changed. */
  private static Update asDoor(Update door) {
    return door.setIfAbsent(Admission.MARKS, new Item()).add(Admission.VERSION, 1);
  }
}
