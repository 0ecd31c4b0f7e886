package io.doorlist.ingest;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.OrderPlan.Reservations;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Writes an order, its tickets and their rows in every sequence that shows them.
 *
 * <p>Implementation notes. Most orders are one transaction. One that needs more than {@link
 * OrderWrites#MAX_WRITES} writes is first written whole, marked open, with the places that its rows
 * will have; then the writes follow in portions, each of which may happen twice; then the mark is
 * removed. A run that was cut off in between leaves an open order, which the next run finishes
 * before anything else. See ADR 0009. Thread-safe.
 */
final class OrderWriter {
  private static final int MAX_TRIES = 50;

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final SequenceEdits edits;
  private final OpenOrders openOrders;
  private final Set<String> touched;
  private final boolean dryRun;

  /**
   * Creates a writer.
   *
   * @param touched collects the sequences that get rows
   */
  OrderWriter(
      Dynamo dynamo, Sequence sequence, SequenceEdits edits, Set<String> touched, boolean dryRun) {
    this.dynamo = dynamo;
    this.sequence = sequence;
    this.edits = edits;
    this.openOrders = new OpenOrders(dynamo, sequence, edits, touched);
    this.touched = touched;
    this.dryRun = dryRun;
  }

  /** Changes an order if it exists, and places it as the event's lists now require. */
  void change(EventDefinition definition, long id, UnaryOperator<Order> change) {
    for (int tries = 0; tries < MAX_TRIES; tries++) {
      StoredOrder stored = read(definition, id);
      if (stored.order() == null) {
        return;
      }
      OrderPlan plan = OrderPlan.of(definition, stored, change.apply(stored.order()));
      if (plan.nothingToDo()) {
        return;
      }
      prepare(List.of(plan));
      if (write(definition, List.of(plan)) != Result.LOST) {
        return;
      }
    }
    throw new IllegalStateException("order " + id + " changes too often to be written");
  }

  /** Reads orders, after finishing what a cut-off run may have left; in the order of the ids. */
  List<StoredOrder> read(EventDefinition definition, List<Long> ids) {
    List<Key> keys = ids.stream().map(id -> key(definition, id)).toList();
    Map<Key, Item> found = dynamo.get(keys, dynamo.deadline());
    List<StoredOrder> orders = new ArrayList<>(ids.size());
    for (int i = 0; i < keys.size(); i++) {
      StoredOrder order = StoredOrder.of(found.get(keys.get(i)));
      orders.add(order.open() && !dryRun ? read(definition, ids.get(i)) : order);
    }
    return orders;
  }

  private StoredOrder read(EventDefinition definition, long id) {
    while (true) {
      StoredOrder stored =
          StoredOrder.of(dynamo.get(key(definition, id), dynamo.deadline()).orElse(null));
      if (!stored.open()) {
        return stored;
      }
      openOrders.finish(definition, stored);
    }
  }

  private static Key key(EventDefinition definition, long id) {
    return TableSchema.order(definition.event().account(), definition.event().slug(), id);
  }

  /** Reserves the ordinals that plans need: lists show orders in the given order. */
  Reservations prepare(List<OrderPlan> plans) {
    Instant deadline = dynamo.deadline();
    Map<String, List<Long>> leaving = new TreeMap<>();
    Map<String, Integer> wanted = new TreeMap<>();
    for (OrderPlan plan : plans) {
      plan.leaving()
          .forEach(
              (name, ordinals) ->
                  leaving.computeIfAbsent(name, any -> new ArrayList<>()).addAll(ordinals));
      plan.wanted().forEach((name, ordinals) -> wanted.merge(name, ordinals, Integer::sum));
    }
    touched.addAll(leaving.keySet());
    touched.addAll(wanted.keySet());
    settleBeforeLeaving(leaving, deadline);
    Reservations reservations = Reservations.of(wanted, sequence, deadline);
    plans.forEach(plan -> plan.number(reservations));
    return reservations;
  }

  /** Settles the sequences after the writes of prepared plans. */
  void settle(Reservations reservations, boolean written) {
    reservations.settle(sequence, written, dynamo.deadline());
  }

  /** The outcome of a plan. */
  enum Result {
    /** It was carried out in one transaction: every row has its ordinal. */
    WRITTEN,
    /** It was carried out in portions: rows whose ordinals others closed have new ones. */
    FINISHED,
    /** The order had changed: nothing was written, or others changed it before it was finished. */
    LOST
  }

  /** Carries out prepared plans of orders that change together: all of them, or none. */
  Result write(EventDefinition definition, List<OrderPlan> plans) {
    OrderWrites writes = new OrderWrites(definition, plans);
    edits.announce(writes.edited(), dynamo.deadline());
    List<Write> all = new ArrayList<>(writes.orders(false));
    all.addAll(writes.changes());
    writes.leaving().forEach((name, ordinals) -> all.addAll(sequence.remove(name, ordinals)));
    writes.notes().forEach(note -> all.add(Sequence.append(note)));
    if (all.size() <= OrderWrites.MAX_WRITES) {
      return transact(all).written() ? Result.WRITTEN : Result.LOST;
    }
    List<Write> first = new ArrayList<>(writes.orders(true));
    // A concurrent request that looks up a ticket's order must find the order that has it.
    List<Write> moved = writes.notesOfMoved();
    first.addAll(moved.subList(0, Math.min(moved.size(), OrderWrites.MAX_WRITES - first.size())));
    if (!transact(first).written()) {
      return Result.LOST;
    }
    boolean asPlanned = true;
    for (OrderPlan plan : plans) {
      plan.notes().forEach((name, place) -> sequence.giveUp(name, place, 1, dynamo.deadline()));
      asPlanned &= plan.order().equals(read(definition, plan.order().id()).order());
    }
    return asPlanned ? Result.FINISHED : Result.LOST;
  }

  private void settleBeforeLeaving(Map<String, List<Long>> leaving, Instant deadline) {
    leaving.forEach(
        (name, ordinals) -> {
          if (!ordinals.isEmpty()) {
            sequence.settleThrough(name, Collections.max(ordinals), deadline);
          }
        });
  }

  private Transaction transact(List<Write> writes) {
    return dynamo.transact(writes, dynamo.deadline());
  }
}
