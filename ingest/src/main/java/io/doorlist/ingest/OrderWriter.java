package io.doorlist.ingest;

import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.Order;
import io.doorlist.store.sequence.Sequence;
import io.doorlist.store.sequence.SequenceEdits;
import io.doorlist.store.sequence.SequenceNote;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema;
import io.doorlist.store.table.TableSchema.Key;
import io.doorlist.store.table.Transaction;
import io.doorlist.store.table.Write;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.UnaryOperator;

/**
 * Writes an order, its tickets and their rows in every sequence that shows them.
 *
 * <p>Implementation notes. Most orders are one transaction. One that needs more than {@link
 * #MAX_WRITES} writes is first written whole, marked open, with the places that its rows will have;
 * then the writes follow in portions, each of which may happen twice; then the mark is taken off. A
 * run that was cut off in between leaves an open order, which the next one finishes before anything
 * else. See ADR 0009. Thread-safe.
 */
final class OrderWriter {
  /** DynamoDB's limit on the writes of one transaction. */
  private static final int MAX_WRITES = 100;

  private static final int MAX_TRIES = 50;

  private final Dynamo dynamo;
  private final Sequence sequence;
  private final SequenceEdits edits;
  private final OrderCodes codes = new OrderCodes();
  private final Set<String> touched;
  private final boolean dryRun;

  /**
   * Makes a writer.
   *
   * @param touched gathers the sequences that get rows
   */
  OrderWriter(
      Dynamo dynamo, Sequence sequence, SequenceEdits edits, Set<String> touched, boolean dryRun) {
    this.dynamo = dynamo;
    this.sequence = sequence;
    this.edits = edits;
    this.touched = touched;
    this.dryRun = dryRun;
  }

  /** Changes an order that may be there, and puts it where the event's lists now say. */
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

  /**
   * Reads orders as they are, after finishing what a cut-off run may have left; in the order of the
   * ids.
   */
  List<StoredOrder> read(EventDefinition definition, List<Long> ids) {
    List<Key> keys = ids.stream().map(id -> key(definition, id)).toList();
    Map<Key, Item> found = dynamo.get(keys, dynamo.deadline());
    List<StoredOrder> orders = new ArrayList<>(ids.size());
    for (int i = 0; i < keys.size(); i++) {
      StoredOrder order = StoredOrder.of(Optional.ofNullable(found.get(keys.get(i))));
      orders.add(order.open() && !dryRun ? read(definition, ids.get(i)) : order);
    }
    return orders;
  }

  private StoredOrder read(EventDefinition definition, long id) {
    while (true) {
      StoredOrder stored = StoredOrder.of(dynamo.get(key(definition, id), dynamo.deadline()));
      if (!stored.open()) {
        return stored;
      }
      finish(definition, stored);
    }
  }

  private static Key key(EventDefinition definition, long id) {
    return TableSchema.order(definition.event().account(), definition.event().slug(), id);
  }

  /**
   * Takes the ordinals that plans want: orders stand in lists in the order in which they are given.
   */
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
    plans.forEach(plan -> plan.take(reservations));
    return reservations;
  }

  /** Tidies up after the writes of prepared plans. */
  void settle(Reservations reservations, boolean written) {
    reservations.settle(sequence, written, dynamo.deadline());
  }

  /** What became of a plan. */
  enum Result {
    /** It was carried out in one transaction: every row is in its place. */
    WRITTEN,
    /** It was carried out in portions: rows whose places others closed have got new ones. */
    FINISHED,
    /** Something had changed: nothing was written, or others changed it before it was finished. */
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
    if (all.size() <= MAX_WRITES) {
      return transact(all).written() ? Result.WRITTEN : Result.LOST;
    }
    List<Write> first = new ArrayList<>(writes.orders(true));
    // Whoever asks whose a ticket is meanwhile shall find the order that has it.
    List<Write> moved = writes.notesOfMoved();
    first.addAll(moved.subList(0, Math.min(moved.size(), MAX_WRITES - first.size())));
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

  /** Does all that an open order still needs, in portions that may be done again. */
  private void finish(EventDefinition definition, StoredOrder open) {
    OrderPlan plan = OrderPlan.again(definition, open);
    OrderWrites writes = new OrderWrites(definition, List.of(plan));
    List<Write> all = writes.everything();
    int done = 0;
    while (done < all.size()) {
      edits.announce(writes.sequences(), dynamo.deadline());
      Portion portion = portion(writes, all, done);
      done += portion.writes().size();
      List<Write> some = new ArrayList<>(portion.writes());
      // Nobody has seen the rows of a new order yet.
      if (open.version() > 1) {
        some.addAll(notes(portion));
      }
      // A slow run must not bring back what others have changed since they finished the order.
      Write unchanged = writes.unchanged();
      some.add(unchanged);
      if (transact(some) instanceof Transaction.Rejected rejected) {
        if (!rejected.failed(unchanged)) {
          giveWay(definition, writes, open, portion, rejected);
        }
        return;
      }
    }
    for (var leaving : open.leaving().entrySet()) {
      leave(leaving.getKey(), leaving.getValue());
    }
    transact(List.of(writes.closed()));
  }

  /**
   * Writes for one transaction, with room for the notes that they need and for one more write.
   *
   * @param rows those of tickets on lists, by their sequences
   */
  private record Portion(List<Write> writes, Map<String, List<Item>> rows) {}

  private static Portion portion(OrderWrites order, List<Write> all, int from) {
    List<Write> writes = new ArrayList<>();
    Map<String, List<Item>> rows = new TreeMap<>();
    for (Write write : all.subList(from, all.size())) {
      if (writes.size() + rows.size() + 2 >= MAX_WRITES) {
        break;
      }
      writes.add(write);
      order
          .row(write)
          .filter(row -> TableSchema.isAdmittedTickets(row.key().pk()))
          .ifPresent(
              row -> rows.computeIfAbsent(row.key().pk(), any -> new ArrayList<>()).add(row));
    }
    return new Portion(writes, rows);
  }

  /** Returns the writes that note the rows of a portion, as any of them may have been changed. */
  private List<Write> notes(Portion portion) {
    List<Write> notes = new ArrayList<>();
    portion
        .rows()
        .forEach(
            (name, rows) ->
                notes.add(
                    note(
                        name,
                        new SequenceNote(
                            List.of(),
                            List.of(),
                            rows.stream().map(OrderWrites::noted).toList()))));
    return notes;
  }

  private Write note(String name, SequenceNote note) {
    touched.add(name);
    long place = sequence.reserve(name, 1, dynamo.deadline());
    return Sequence.append(note.row(name, place));
  }

  /** Gives way to what others wrote; the next run of {@link #finish} goes on from there. */
  private void giveWay(
      EventDefinition definition,
      OrderWrites writes,
      StoredOrder open,
      Portion portion,
      Transaction.Rejected rejected) {
    List<Item> lostRows = new ArrayList<>();
    Set<Key> lostClaims = new HashSet<>();
    for (Write write : rejected.failed().keySet()) {
      if (portion.writes().contains(write)) { // else a note's place: the next run takes another
        writes
            .row(write)
            .ifPresentOrElse(lostRows::add, () -> lostClaims.add(rejected.old(write).key()));
      }
    }
    if (lostClaims.isEmpty()) {
      replaceLostPlaces(writes, lostRows);
    } else {
      dropLostClaims(definition, open, lostClaims);
    }
  }

  /** Gives rows whose ordinals were closed by others new ones. */
  private void replaceLostPlaces(OrderWrites writes, List<Item> rows) {
    Map<Key, Long> replacements = new HashMap<>();
    for (Item row : rows) {
      Key lost = row.key();
      touched.add(lost.pk());
      replacements.put(lost, sequence.reserve(lost.pk(), 1, dynamo.deadline()));
    }
    transact(List.of(writes.moved(replacements)));
  }

  /**
   * Leaves tickets and codes that others took, before the open order had claimed them, to them. No
   * row of what the order then lacks has been written, as rows come last.
   */
  private void dropLostClaims(EventDefinition definition, StoredOrder open, Set<Key> lost) {
    LostClaims claims = new LostClaims(definition, open, lost, codes);
    Set<Key> places = claims.places();
    Map<Key, Item> there =
        places.isEmpty() ? Map.of() : dynamo.get(List.copyOf(places), dynamo.deadline());
    OrderPlan plan = OrderPlan.again(definition, claims.without(there));
    if (transact(List.of(new OrderWrites(definition, List.of(plan)).moved(Map.of()))).written()) {
      for (Key place : places) {
        if (!there.containsKey(place)) {
          touched.add(place.pk());
          sequence.giveUp(place.pk(), Long.parseLong(place.sk()), 1, dynamo.deadline());
        }
      }
    }
  }

  /** Takes rows out of a sequence, those that are still there. */
  private void leave(String name, List<Long> ordinals) {
    List<Key> keys = ordinals.stream().map(ordinal -> TableSchema.row(name, ordinal)).toList();
    List<Long> there =
        dynamo.get(keys, dynamo.deadline()).keySet().stream()
            .map(key -> Long.valueOf(key.sk()))
            .sorted()
            .toList();
    settleBeforeLeaving(Map.of(name, there), dynamo.deadline());
    int most = MAX_WRITES / 3 - 1;
    for (int from = 0; from < there.size(); from += most) {
      List<Long> portion = there.subList(from, Math.min(from + most, there.size()));
      List<Write> writes = new ArrayList<>(sequence.remove(name, portion));
      if (TableSchema.isAdmittedTickets(name)) {
        writes.add(note(name, new SequenceNote(portion, List.of(), List.of())));
      }
      transact(writes);
    }
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
