package io.doorlist.ingest;

import io.doorlist.domain.event.EventDefinition;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Writes an order, its tickets and their rows in every sequence that shows them.
 *
 * <p>Implementation notes. Most orders are one transaction. One that needs more than {@link
 * OrderWrites#MAX_WRITES} writes is first written whole, marked open, with the places that its rows
 * will have; {@link OpenOrders} does the rest, now or after a run that was cut off. See ADR 0009.
 * Thread-safe.
 *
 * @param touched collects the sequences that get rows
 */
record OrderWriter(
    Dynamo dynamo,
    Sequence sequence,
    SequenceEdits edits,
    OrderReader reader,
    Set<String> touched) {
  /** Reserves the ordinals that plans need: lists show orders in the given order. */
  Reservations prepare(List<OrderPlan> plans) {
    Instant deadline = dynamo.deadline();
    Map<String, List<Long>> leaving = OrderPlan.leaving(plans);
    Map<String, Integer> wanted = new TreeMap<>();
    plans.forEach(
        plan -> plan.wanted().forEach((name, count) -> wanted.merge(name, count, Integer::sum)));
    touched.addAll(leaving.keySet());
    touched.addAll(wanted.keySet());
    leaving.forEach((name, ordinals) -> sequence.settleThrough(name, ordinals.getLast(), deadline));
    Reservations reservations = new Reservations(wanted, sequence, deadline);
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
    OrderWrites writes = new OrderWrites(plans);
    edits.announce(writes.edited(), dynamo.deadline());
    List<Write> all = new ArrayList<>(writes.orders(false));
    all.addAll(writes.changes());
    OrderPlan.leaving(plans).forEach((name, at) -> all.addAll(sequence.remove(name, at)));
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
      plan.notes().forEach((name, place) -> sequence.giveUp(name, place, 1, dynamo.deadline()));
      StoredOrder finished = reader.finished(definition, plan.order().id());
      asPlanned &= plan.order().equals(finished.order());
    }
    return asPlanned ? Result.FINISHED : Result.LOST;
  }

  private boolean transact(List<Write> writes) {
    return dynamo.transact(writes).written();
  }
}
