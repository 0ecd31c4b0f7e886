package io.doorlist.ingest;

import static io.doorlist.table.Condition.absent;
import static io.doorlist.table.Condition.is;

import io.doorlist.store.checkin.ticket.CodeItems;
import io.doorlist.store.checkin.ticket.MarksKey;
import io.doorlist.store.checkin.ticket.ScanAttributes;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.table.TableSchema;
import io.doorlist.table.Condition;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Update;
import io.doorlist.table.Write;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The writes that carry out the plans of orders that change together. Each may happen twice without
 * harm.
 */
final class OrderWrites {
  /** DynamoDB's limit on the writes of one transaction. */
  static final int MAX_WRITES = 100;

  /** Attributes that the item of a ticket's code loses unless they are written again. */
  private static final List<String> TICKET_CODE =
      List.of(
          ScanAttributes.TYPE,
          CodeItems.STATE,
          CodeItems.REVOKED,
          CodeItems.PARTY,
          CodeItems.ADDED,
          MarksKey.NUMBER,
          MarksKey.ORDER,
          MarksKey.CODE);

  private final List<OrderPlan> plans;
  private final OrderRows rows;
  private final Map<Write, Item> rowsByWrite = new HashMap<>();

  OrderWrites(List<OrderPlan> plans) {
    this.plans = List.copyOf(plans);
    this.rows = plans.getFirst().rows();
  }

  /** Writes the orders themselves, on condition that they have not changed since they were read. */
  List<Write> orders(boolean open) {
    return plans.stream().map(plan -> order(plan, plan.target(), open)).toList();
  }

  /** Returns the write that changes ordinals in an open order. */
  Write moved(Map<Key, Long> replacements) {
    OrderPlan plan = plans.getFirst();
    StoredOrder old = plan.target();
    return order(
        plan,
        old.at(
            rows.numbered(
                old, (name, at) -> replacements.getOrDefault(TableSchema.row(name, at), at))),
        true);
  }

  /** Returns the condition that an open order has not changed since it was read. */
  Write unchanged() {
    OrderPlan plan = plans.getFirst();
    return Write.check(rows.order(plan.order()))
        .require(is(CodeItems.VERSION, plan.stored().version()));
  }

  private Write order(OrderPlan plan, StoredOrder target, boolean open) {
    Item item = new Item(rows.order(plan.order()));
    return Write.put(target.next(open).putInto(item))
        .require(Condition.unchanged(CodeItems.VERSION, plan.stored().version()));
  }

  /** Returns every write except those of the orders themselves. */
  List<Write> everything() {
    return writes(List.of());
  }

  /** Returns the writes for what differs from the stored orders. */
  List<Write> changes() {
    return writes(
        plans.stream().map(OrderPlan::stored).filter(stored -> stored.order() != null).toList());
  }

  private List<Write> writes(List<StoredOrder> stored) {
    Map<Key, Long> ticketsFrom = new HashMap<>();
    Map<Key, Long> codesFrom = new HashMap<>();
    for (OrderPlan plan : plans) {
      ticketsFrom.putAll(rows.ticketsFrom(plan.target()));
      codesFrom.putAll(rows.codesFrom(plan.target()));
    }
    List<Write> writes = new ArrayList<>();
    changed(stored, rows::tickets)
        .forEach((key, item) -> writes.add(owned(item, ticketsFrom.get(key))));
    changed(stored, rows::payments).forEach((key, item) -> writes.add(owned(item, null)));
    // Marks come before the codes that refer to them, so that a code that can be scanned has its
    // marks.
    changed(stored, rows::marks).forEach((key, item) -> writes.add(marks(key, item)));
    Map<Key, Item> codes = changed(stored, rows::codes);
    List<Write> last = new ArrayList<>();
    codes.forEach(
        (key, item) -> {
          if (item.has(CodeItems.KIND)) {
            last.add(code(key, item, codesFrom.get(key)));
          } else {
            writes.add(marks(key, item));
          }
        });
    writes.addAll(last);
    changed(stored, rows::rows)
        .forEach(
            (key, item) -> {
              Write row = owned(item, null);
              rowsByWrite.put(row, item);
              writes.add(row);
            });
    return writes;
  }

  /**
   * Returns the writes that move tickets here from other orders. They write the items that say
   * which order has a ticket.
   */
  List<Write> notesOfMoved() {
    List<Write> writes = new ArrayList<>();
    for (OrderPlan plan : plans) {
      Map<Key, Long> from = rows.ticketsFrom(plan.target());
      Map<Key, Item> notes = rows.tickets(plan.target());
      from.forEach((key, order) -> writes.add(owned(notes.get(key), order)));
    }
    return writes;
  }

  private Map<Key, Item> changed(
      List<StoredOrder> stored, Function<StoredOrder, Map<Key, Item>> items) {
    Map<Key, Item> old = new HashMap<>();
    stored.forEach(each -> merge(old, items.apply(each)));
    Map<Key, Item> changed = new LinkedHashMap<>();
    plans.forEach(plan -> merge(changed, items.apply(plan.target())));
    changed.entrySet().removeIf(entry -> entry.getValue().equals(old.get(entry.getKey())));
    return changed;
  }

  /**
   * Adds items to others of the same key. Several orders may have parts in one item, because the
   * item of one ticket's code can have the marks of another order's ticket.
   */
  private static void merge(Map<Key, Item> all, Map<Key, Item> some) {
    some.forEach((key, item) -> all.merge(key, item, (one, other) -> one.without().putAll(other)));
  }

  /** Returns the row that this write puts into a sequence; empty if it writes another item. */
  Optional<Item> row(Write write) {
    return Optional.ofNullable(rowsByWrite.get(write));
  }

  /** Returns the sequences in which rows that stay are changed. */
  Set<String> edited() {
    return plans.stream()
        .flatMap(plan -> plan.changed().keySet().stream())
        .map(Key::pk)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /** Returns the notes about rows that are removed, and about new contents of rows that stay. */
  List<Item> notes() {
    List<Item> notes = new ArrayList<>();
    for (OrderPlan plan : plans) {
      plan.notes().forEach((name, ordinal) -> notes.add(note(plan, name).row(name, ordinal)));
    }
    return notes;
  }

  private static SequenceNote note(OrderPlan plan, String name) {
    if (name.equals(plan.rows().orders())) {
      long ordinal = plan.target().placement().ordinal();
      Item row = new Item(TableSchema.row(name, ordinal)).put(OrderFacts.ID, plan.order().id());
      return new SequenceNote(List.of(), List.of(), List.of(notedOrder(row)));
    }
    List<Long> left = plan.target().leaving().getOrDefault(name, List.of());
    Stream<Item> changed =
        plan.changed().values().stream().filter(row -> row.key().pk().equals(name));
    return new SequenceNote(left, List.of(), changed.map(OrderWrites::noted).toList());
  }

  /** Returns a row as a note contains it, with its ordinal instead of its key. */
  static Item noted(Item row) {
    return row.without(TableSchema.PK, TableSchema.SK)
        .put(SequenceNote.ORDINAL, Long.valueOf(row.key().sk()));
  }

  /** Returns what a note says about an order's row: which order it is, without personal data. */
  static Item notedOrder(Item row) {
    return new Item()
        .put(SequenceNote.ORDINAL, Long.valueOf(row.key().sk()))
        .put(OrderFacts.ID, row.number(OrderFacts.ID));
  }

  /** Returns all sequences in which the orders have rows. */
  Set<String> sequences() {
    return plans.stream()
        .flatMap(plan -> rows.rows(plan.target()).keySet().stream())
        .map(Key::pk)
        .collect(Collectors.toCollection(TreeSet::new));
  }

  /**
   * Returns the write of an item. It fails if another item is stored there, unless that has the
   * same id or the id {@code before}.
   */
  private static Write owned(Item item, Long before) {
    Condition same = absent().or(is(OrderFacts.ID, item.number(OrderFacts.ID)));
    return Write.put(item).require(before == null ? same : same.or(is(OrderFacts.ID, before)));
  }

  /**
   * Writes what a code stands for, and keeps existing marks. It fails unless the code is new, is
   * revoked, or already stands for the same or for {@code before}.
   */
  private static Write code(Key key, Item facts, Long before) {
    Update update = Update.of(key).setAll(facts);
    String kind = facts.text(CodeItems.KIND);
    long id = facts.number(OrderFacts.ID);
    Condition free = absent().or(is(CodeItems.KIND, kind).and(is(OrderFacts.ID, id)));
    if (!facts.has(CodeItems.REVOKED)) {
      free = free.or(is(CodeItems.REVOKED, true));
    }
    if (before != null) {
      free = free.or(is(CodeItems.KIND, kind).and(is(OrderFacts.ID, (long) before)));
    }
    if (kind.equals(CodeItems.TICKET)) {
      TICKET_CODE.forEach(name -> removeUnless(update, facts, name));
      OrderCodes.optionalFacts().forEach(name -> removeUnless(update, facts, name));
      removeUnless(update, facts, CodeItems.facts(id));
      boolean elsewhere = facts.has(MarksKey.NUMBER) || facts.has(MarksKey.CODE);
      if (!elsewhere || facts.has(CodeItems.REVOKED)) {
        withMarks(update);
      }
    } else {
      List.of(CodeItems.REVOKED, CodeItems.DUE, CodeItems.CURRENCY)
          .forEach(name -> removeUnless(update, facts, name));
    }
    return update.require(free);
  }

  private static void removeUnless(Update update, Item facts, String name) {
    if (!facts.has(name)) {
      update.remove(name);
    }
  }

  private static Write marks(Key key, Item facts) {
    return withMarks(Update.of(key).setAll(facts));
  }

  /**
   * Adds an empty map of marks if there is none. It also increases the version, so that a write
   * fails if it relies on an earlier read of the item.
   */
  private static Update withMarks(Update item) {
    return item.setIfAbsent(CodeItems.MARKS, new Item()).add(CodeItems.VERSION, 1);
  }
}
