package io.doorlist.ingest;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.OrderPlan.Draft;
import io.doorlist.ingest.OrderPlan.Reservations;
import io.doorlist.store.table.Dynamo;
import io.doorlist.store.table.Item;
import io.doorlist.store.table.TableSchema.Key;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.IntStream;

/**
 * Imports orders of one event, many at a time: they are read together, get their ordinals in the
 * given order, and are written in parallel. Thread-safe.
 */
record OrderImport(Dynamo dynamo, OrderWriter writer, SearchIndex index, boolean dryRun) {
  /** DynamoDB's limit on an item (400 KB), minus room for keys and marks. */
  private static final int MAX_ITEM_BYTES = 390_000;

  private static final int WRITERS = 16;
  private static final int MAX_TRIES = 50;

  /** Adds or changes orders; the outcomes are in the same order. */
  List<ImportOutcome> put(EventDefinition definition, List<Order> orders) {
    List<ImportOutcome> outcomes = new ArrayList<>(orders.size());
    int from = 0;
    while (from < orders.size()) {
      int to = from + independent(definition, orders.subList(from, orders.size()));
      List<Order> some = orders.subList(from, to);
      outcomes.addAll(untilDone(definition, some, open -> steps(definition, open)));
      from = to;
    }
    return outcomes;
  }

  /**
   * Places stored orders as the event's lists now require.
   *
   * @throws UnavailableException if the table did not take all of them in time
   */
  void place(EventDefinition definition, List<Long> ids) {
    List<ImportOutcome> outcomes = untilDone(definition, ids, open -> placements(definition, open));
    if (outcomes.contains(ImportOutcome.BUSY)) {
      throw new UnavailableException(null);
    }
  }

  /** Returns how many orders at the start share no order, ticket or code with an earlier one. */
  private static int independent(EventDefinition definition, List<Order> orders) {
    OrderClaims claims = new OrderClaims(definition);
    Set<Object> named = new HashSet<>();
    int count = 0;
    for (Order order : orders) {
      Set<Object> names = new HashSet<>(claims.all(order));
      names.add(order.id());
      if (!Collections.disjoint(named, names)) {
        break;
      }
      named.addAll(names);
      count++;
    }
    return count;
  }

  /**
   * Repeats the work until no order meets a concurrent change; the outcomes are in the same order.
   */
  private <T> List<ImportOutcome> untilDone(
      EventDefinition definition, List<T> all, Function<List<T>, List<Step>> planner) {
    List<ImportOutcome> outcomes = new ArrayList<>(Collections.nCopies(all.size(), null));
    List<Integer> open = IntStream.range(0, all.size()).boxed().toList();
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == MAX_TRIES) {
        throw new IllegalStateException("orders change too often to be written");
      }
      List<Step> steps = planner.apply(open.stream().map(all::get).toList());
      List<Optional<ImportOutcome>> done = carryOut(definition, steps);
      List<Integer> again = new ArrayList<>();
      for (int i = 0; i < done.size(); i++) {
        outcomes.set(open.get(i), done.get(i).orElse(null));
        if (done.get(i).isEmpty()) {
          again.add(open.get(i));
        }
      }
      open = again;
    }
    return outcomes;
  }

  /**
   * An order being imported.
   *
   * @param stored the order as stored
   * @param outcome set if there is nothing to write, or if it differs from the outcome of writing
   * @param plans of the order and of those that change with it; empty if there is nothing to write
   */
  private record Step(StoredOrder stored, ImportOutcome outcome, List<OrderPlan> plans) {
    static Step of(StoredOrder stored, ImportOutcome outcome) {
      return new Step(stored, outcome, List.of());
    }

    static Step of(StoredOrder stored, List<OrderPlan> plans) {
      return plans.stream().allMatch(OrderPlan::nothingToDo)
          ? of(stored, ImportOutcome.UNCHANGED)
          : new Step(stored, null, plans);
    }
  }

  private List<Step> steps(EventDefinition definition, List<Order> orders) {
    OrderClaims claims = new OrderClaims(definition);
    List<StoredOrder> stored = writer.read(definition, orders.stream().map(Order::id).toList());
    List<Set<Key>> claimed = new ArrayList<>();
    Set<Key> all = new HashSet<>();
    for (int i = 0; i < orders.size(); i++) {
      claimed.add(claims.beyond(stored.get(i).order(), orders.get(i)));
      all.addAll(claimed.getLast());
    }
    Map<Key, Item> found = all.isEmpty() ? Map.of() : dynamo.get(all, dynamo.deadline());
    Map<Long, StoredOrder> holders = new HashMap<>();
    for (int i = 0; i < orders.size(); i++) {
      claims
          .holders(orders.get(i), claimed.get(i), found)
          .forEach(id -> holders.put(id, StoredOrder.NONE));
    }
    List<Long> ids = List.copyOf(holders.keySet());
    List<StoredOrder> others = ids.isEmpty() ? List.of() : writer.read(definition, ids);
    for (int i = 0; i < ids.size(); i++) {
      holders.put(ids.get(i), others.get(i));
    }
    List<Step> steps = new ArrayList<>(orders.size());
    for (int i = 0; i < orders.size(); i++) {
      Map<Long, StoredOrder> its = new HashMap<>(holders);
      its.keySet().retainAll(claims.holders(orders.get(i), claimed.get(i), found));
      its.values().removeIf(holder -> holder.order() == null);
      steps.add(step(definition, orders.get(i), stored.get(i), found, its));
    }
    return steps;
  }

  private List<Step> placements(EventDefinition definition, List<Long> ids) {
    List<Step> steps = new ArrayList<>(ids.size());
    for (StoredOrder stored : writer.read(definition, ids)) {
      steps.add(Step.of(stored, List.of(OrderPlan.of(definition, stored, stored.order()))));
    }
    return steps;
  }

  private Step step(
      EventDefinition definition,
      Order given,
      StoredOrder stored,
      Map<Key, Item> found,
      Map<Long, StoredOrder> holders) {
    Order old = stored.order();
    if (old != null && given.updatedAt().isBefore(old.updatedAt())) {
      return Step.of(stored, ImportOutcome.UNCHANGED);
    }
    Order incoming = stayForgotten(old, given);
    Optional<ImportOutcome> refusal = OrderRules.check(definition.event(), incoming);
    if (refusal.isEmpty() && old != null) {
      refusal = OrderRules.checkChange(old, incoming);
    }
    if (refusal.isPresent()) {
      return cancelled(definition, stored, incoming, refusal.get());
    }
    Settlement settlement =
        new Settlement(new OrderClaims(definition), found, holders, stored, incoming);
    List<Draft> drafts = settlement.settle();
    if (settlement.refusal().isPresent()) {
      return cancelled(definition, stored, incoming, settlement.refusal().get());
    }
    Step step = Step.of(stored, OrderPlan.of(definition, drafts));
    boolean tooLarge = step.plans().stream().anyMatch(plan -> plan.itemBytes() > MAX_ITEM_BYTES);
    return tooLarge
        ? cancelled(
            definition,
            stored,
            incoming,
            ImportOutcome.refused("tickets", "the order is larger than an item of 400 KB can be"))
        : step;
  }

  /** Accepts only the cancellations of a refused order: a cancellation always gets through. */
  private static Step cancelled(
      EventDefinition definition, StoredOrder stored, Order incoming, ImportOutcome refusal) {
    Order old = stored.order();
    if (old == null || old.mode() != incoming.mode()) {
      return Step.of(stored, refusal);
    }
    Order cancelled = OrderRules.cancelled(old, incoming);
    OrderPlan plan = OrderPlan.of(definition, stored, cancelled);
    return cancelled.equals(old)
        ? Step.of(stored, refusal)
        : new Step(stored, refusal, List.of(plan));
  }

  /** Keeps erased data out, however new the line is: see ADR 0019. */
  private static Order stayForgotten(Order old, Order incoming) {
    if (old == null) {
      return incoming;
    }
    return old.forgotten() ? incoming.forget() : incoming.forget(old.forgottenTickets());
  }

  /** Writes what is planned; an order that met a concurrent change has no outcome. */
  private List<Optional<ImportOutcome>> carryOut(EventDefinition definition, List<Step> steps) {
    if (dryRun) {
      return steps.stream().map(step -> Optional.of(outcome(step))).toList();
    }
    List<OrderPlan> plans = steps.stream().flatMap(step -> step.plans().stream()).toList();
    if (plans.isEmpty()) {
      return steps.stream().map(step -> Optional.of(outcome(step))).toList();
    }
    index.announce(definition, plans);
    Reservations reservations = writer.prepare(plans);
    AtomicBoolean written = new AtomicBoolean(true);
    List<Optional<ImportOutcome>> done = write(definition, steps, written);
    try {
      writer.settle(reservations, written.get());
    } catch (UnavailableException e) {
      // The writes stand; the next batch or the end of the run settles these rows too.
      return done;
    }
    return done;
  }

  private List<Optional<ImportOutcome>> write(
      EventDefinition definition, List<Step> steps, AtomicBoolean written) {
    try (ExecutorService writers =
        Executors.newFixedThreadPool(WRITERS, Thread.ofVirtual().factory())) {
      List<Future<Optional<ImportOutcome>>> running = new ArrayList<>(steps.size());
      for (Step step : steps) {
        running.add(writers.submit(() -> write(definition, step, written)));
      }
      List<Optional<ImportOutcome>> done = new ArrayList<>(steps.size());
      for (Future<Optional<ImportOutcome>> result : running) {
        done.add(await(result));
      }
      return done;
    }
  }

  private Optional<ImportOutcome> write(
      EventDefinition definition, Step step, AtomicBoolean written) {
    if (step.plans().isEmpty()) {
      return Optional.of(step.outcome());
    }
    OrderWriter.Result result = OrderWriter.Result.LOST;
    boolean busy = false;
    try {
      result = writer.write(definition, step.plans());
    } catch (UnavailableException e) {
      busy = true;
    }
    if (result != OrderWriter.Result.WRITTEN) {
      written.set(false);
    }
    if (busy) {
      return Optional.of(ImportOutcome.BUSY);
    }
    return result == OrderWriter.Result.LOST ? Optional.empty() : Optional.of(outcome(step));
  }

  private static ImportOutcome outcome(Step step) {
    if (step.outcome() != null) {
      return step.outcome();
    }
    return step.stored().order() == null ? ImportOutcome.CREATED : ImportOutcome.CHANGED;
  }

  private static Optional<ImportOutcome> await(Future<Optional<ImportOutcome>> result) {
    try {
      return result.get();
    } catch (ExecutionException e) {
      throw e.getCause() instanceof RuntimeException fault
          ? fault
          : new IllegalStateException(e.getCause());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted", e);
    }
  }
}
