package io.doorlist.ingest;

import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * Imports orders of one event, many at a time: they are read together, get their ordinals in the
 * given order, and are written in parallel. Thread-safe.
 */
record OrderImport(OrderTable table, SearchIndex index, boolean dryRun) {
  private static final int WRITERS = 4;

  /**
   * About how many writes of new orders are one transaction. On one machine a transaction costs
   * more than its writes; but somebody who scans meanwhile waits for as many as there are writers.
   */
  private static final int TOGETHER = 40;

  /**
   * Adds or changes orders; the outcomes are in the same order.
   *
   * @param leaveTouched whether nothing is written if only times of changes are new
   */
  List<ImportOutcome> put(EventDefinition definition, List<Order> orders, boolean leaveTouched) {
    List<ImportOutcome> outcomes = new ArrayList<>(orders.size());
    while (outcomes.size() < orders.size()) {
      List<Order> left = orders.subList(outcomes.size(), orders.size());
      outcomes.addAll(
          untilDone(
              definition,
              left.subList(0, independent(definition, left)),
              open ->
                  table.readFor(definition, open).stream()
                      .map(incoming -> OrderDecision.of(definition, incoming))
                      .map(each -> leaveTouched ? each.unlessItOnlyTouches() : each)
                      .toList()));
    }
    return outcomes;
  }

  /**
   * Places stored orders as the event's lists now require.
   *
   * @throws UnavailableException if the table did not take all of them in time
   */
  void place(EventDefinition definition, List<Long> ids) {
    List<ImportOutcome> outcomes =
        untilDone(
            definition,
            ids,
            open ->
                table.read(definition, open).stream()
                    .map(stored -> OrderDecision.place(definition, stored))
                    .toList());
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
   * Reads, decides and writes until no order meets a concurrent change; the outcomes are in the
   * same order.
   */
  private <T> List<ImportOutcome> untilDone(
      EventDefinition definition, List<T> all, Function<List<T>, List<OrderDecision>> decide) {
    List<ImportOutcome> outcomes = new ArrayList<>(Collections.nCopies(all.size(), null));
    List<Integer> open = IntStream.range(0, all.size()).boxed().toList();
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == Tries.MAX) {
        throw new IllegalStateException("orders change too often to be written");
      }
      List<OrderDecision> decisions = decide.apply(open.stream().map(all::get).toList());
      List<Optional<ImportOutcome>> done = carryOut(definition, decisions);
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

  /** Writes what is decided; an order that met a concurrent change has no outcome. */
  private List<Optional<ImportOutcome>> carryOut(
      EventDefinition definition, List<OrderDecision> decisions) {
    List<OrderPlan> plans = decisions.stream().flatMap(each -> each.plans().stream()).toList();
    if (dryRun || plans.isEmpty()) {
      return decisions.stream().map(each -> Optional.of(each.outcome())).toList();
    }
    index.announce(definition, plans);
    OrderTable.Reservations reservations = table.prepare(plans);
    AtomicBoolean written = new AtomicBoolean(true);
    List<Optional<ImportOutcome>> done =
        bundles(decisions).stream()
            .gather(Gatherers.mapConcurrent(WRITERS, each -> write(definition, each, written)))
            .flatMap(List::stream)
            .toList();
    try {
      table.settle(reservations, written.get());
    } catch (UnavailableException e) {
      // The writes stand; the next batch or the end of the run settles these rows too.
      return done;
    }
    return done;
  }

  /** Groups new orders that follow each other; every other decision is carried out alone. */
  private static List<List<OrderDecision>> bundles(List<OrderDecision> decisions) {
    List<List<OrderDecision>> bundles = new ArrayList<>();
    int room = 0;
    for (OrderDecision each : decisions) {
      boolean joins =
          each.isNew()
              && each.writes() <= room
              && each.mode() == bundles.getLast().getFirst().mode();
      if (!joins) {
        bundles.add(new ArrayList<>());
        room = each.isNew() ? TOGETHER : 0;
      }
      bundles.getLast().add(each);
      room -= each.isNew() ? each.writes() : 0;
    }
    return bundles;
  }

  private List<Optional<ImportOutcome>> write(
      EventDefinition definition, List<OrderDecision> bundle, AtomicBoolean written) {
    List<OrderPlan> plans = bundle.stream().flatMap(each -> each.plans().stream()).toList();
    OrderTable.Result result = OrderTable.Result.WRITTEN;
    try {
      if (!plans.isEmpty()) {
        result = table.write(definition, plans);
      }
    } catch (UnavailableException e) {
      written.set(false);
      return Collections.nCopies(bundle.size(), Optional.of(ImportOutcome.BUSY));
    }
    if (result != OrderTable.Result.WRITTEN) {
      written.set(false);
    }
    return result == OrderTable.Result.LOST
        ? Collections.nCopies(bundle.size(), Optional.empty())
        : bundle.stream().map(each -> Optional.of(each.outcome())).toList();
  }
}
