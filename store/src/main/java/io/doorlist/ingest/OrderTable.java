package io.doorlist.ingest;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceRemovals;
import io.doorlist.table.Item;
import io.doorlist.table.Key;
import io.doorlist.table.Table;
import io.doorlist.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Supplier;

/**
 * Reads and writes orders. Before it returns a stored order, it finishes what a run that was cut
 * off may have left. It writes an order with its tickets, and with its rows in every sequence that
 * shows it. A dry run finishes nothing.
 *
 * <p>See ADR 0009. Thread-safe.
 *
 * @param touched collects the sequences that get rows
 */
record OrderTable(
    Table table,
    Sequence sequence,
    SequenceEdits edits,
    OpenOrders open,
    Set<String> touched,
    boolean dryRun) {
  static final int MAX_TRIES = 50;

  /**
   * Repeats an attempt until it has an outcome, as a concurrent change may spoil it. After {@link
   * #MAX_TRIES} it gives up.
   */
  static <T> T until(String what, Supplier<Optional<T>> attempt) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      Optional<T> outcome = attempt.get();
      if (outcome.isPresent()) {
        return outcome.get();
      }
    }
    throw new RunAbortedException(what + " changes too often to be written");
  }

  static OrderTable of(Table table, Set<String> touched, boolean dryRun) {
    Sequence sequence = new Sequence(table);
    SequenceEdits edits = new SequenceEdits(table);
    OpenOrders open = new OpenOrders(table, sequence, edits, touched);
    return new OrderTable(table, sequence, edits, open, touched, dryRun);
  }

  /**
   * An incoming order, its stored version, the items of its claims, and the other orders that hold
   * some of these claims.
   */
  record Incoming(
      Order order, StoredOrder stored, Map<Key, Item> claimed, Map<Long, StoredOrder> holders) {}

  /**
   * Reads everything that an import needs to decide about these orders, with three reads at most.
   * Returns one result for each of them.
   */
  List<Incoming> readFor(EventDefinition definition, List<Order> orders) {
    OrderClaims claims = new OrderClaims(definition);
    List<StoredOrder> stored = read(definition, orders.stream().map(Order::id).toList());
    Set<Key> keys = new HashSet<>();
    for (int i = 0; i < orders.size(); i++) {
      keys.addAll(claims.beyond(stored.get(i).order(), orders.get(i)));
    }
    Map<Key, Item> found = table.get(keys);
    Set<Long> ids = new HashSet<>();
    for (Order order : orders) {
      ids.addAll(claims.holders(order, found));
    }
    Map<Long, StoredOrder> holders = new HashMap<>();
    read(definition, List.copyOf(ids)).stream()
        .filter(other -> other.order() != null)
        .forEach(other -> holders.put(other.order().id(), other));
    List<Incoming> incoming = new ArrayList<>();
    for (int i = 0; i < orders.size(); i++) {
      Map<Long, StoredOrder> its = new HashMap<>(holders);
      its.keySet().retainAll(claims.holders(orders.get(i), found));
      incoming.add(new Incoming(orders.get(i), stored.get(i), found, its));
    }
    return incoming;
  }

  List<StoredOrder> read(EventDefinition definition, List<Long> ids) {
    OrderClaims claims = new OrderClaims(definition);
    List<Key> keys = ids.stream().map(claims::order).toList();
    Map<Key, Item> found = table.get(keys);
    List<StoredOrder> orders = new ArrayList<>(ids.size());
    for (int i = 0; i < keys.size(); i++) {
      StoredOrder order = StoredOrder.of(found.get(keys.get(i)));
      orders.add(order.open() && !dryRun ? finished(definition, ids.get(i)) : order);
    }
    return orders;
  }

  /** Reads an order and finishes it, until it is complete. */
  StoredOrder finished(EventDefinition definition, long id) {
    Key key = new OrderClaims(definition).order(id);
    while (true) {
      StoredOrder stored = StoredOrder.of(table.get(key).orElse(null));
      if (!stored.open()) {
        return stored;
      }
      open.finish(definition, stored);
    }
  }

  /**
   * Reserved ordinals by sequence. {@code noted} has the sequences in which some of them are for
   * notes.
   */
  record Reservations(Map<String, Integer> wanted, Map<String, Long> first, Set<String> noted) {}

  /** Reserves the ordinals that plans need, so that lists show the orders in the given order. */
  Reservations prepare(List<OrderPlan> plans) {
    Instant deadline = table.deadline();
    Map<String, List<Long>> leaving = OrderPlan.leaving(plans);
    Map<String, Integer> wanted = new TreeMap<>();
    plans.forEach(plan -> plan.countWanted(wanted));
    touched.addAll(leaving.keySet());
    touched.addAll(wanted.keySet());
    leaving.forEach((name, ordinals) -> sequence.settleThrough(name, ordinals.getLast(), deadline));
    Map<String, Long> first = new TreeMap<>();
    wanted.forEach((name, count) -> first.put(name, sequence.reserve(name, count, deadline)));
    Map<String, Long> next = new TreeMap<>(first);
    Set<String> noted = new HashSet<>();
    for (OrderPlan plan : plans) {
      noted.addAll(plan.notes().keySet());
      plan.number(name -> next.merge(name, 1L, Long::sum) - 1);
    }
    return new Reservations(wanted, first, noted);
  }

  /** Settles the sequences; {@code written} says that every ordinal has its row. */
  void settle(Reservations reservations, boolean written) {
    reservations
        .first()
        .forEach(
            (name, from) -> {
              if (written && !reservations.noted().contains(name)) {
                long last = from + reservations.wanted().get(name) - 1;
                sequence.settleRows(name, from, last, table.deadline());
              } else {
                sequence.settleBatches(name, table.deadline());
              }
            });
  }

  enum Result {
    /** The plans were carried out in one transaction, so every row has its planned ordinal. */
    WRITTEN,
    /** The plans were carried out in portions. A row whose ordinal others closed has a new one. */
    FINISHED,
    /**
     * Others changed an order. Either nothing was written, or the order changed before it was
     * finished.
     */
    LOST
  }

  /** Carries out prepared plans of orders that change together: all of them, or none. */
  Result write(EventDefinition definition, List<OrderPlan> plans) {
    OrderWrites writes = new OrderWrites(plans);
    edits.announce(writes.edited(), table.deadline());
    List<Write> all = new ArrayList<>(writes.orders(false));
    all.addAll(writes.changes());
    SequenceRemovals removals = new SequenceRemovals(table);
    OrderPlan.leaving(plans).forEach((name, at) -> all.addAll(removals.removeRows(name, at)));
    writes.notes().forEach(note -> all.add(Sequence.append(note)));
    if (all.size() <= OrderWrites.MAX_WRITES) {
      return transact(all) ? Result.WRITTEN : Result.LOST;
    }
    List<Write> first = new ArrayList<>(writes.orders(true));
    // A concurrent request that looks up a ticket's order must find the order that has it.
    List<Write> moved = writes.notesOfMoved();
    first.addAll(moved.subList(0, Math.min(moved.size(), OrderWrites.MAX_WRITES - first.size())));
    if (!transact(first)) {
      return Result.LOST;
    }
    boolean asPlanned = true;
    for (OrderPlan plan : plans) {
      plan.notes().forEach((name, place) -> sequence.giveUp(name, place, 1, table.deadline()));
      StoredOrder finished = finished(definition, plan.order().id());
      asPlanned &= plan.order().equals(finished.order());
    }
    return asPlanned ? Result.FINISHED : Result.LOST;
  }

  private boolean transact(List<Write> writes) {
    return table.transact(writes).written();
  }
}
