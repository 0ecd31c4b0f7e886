package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.UnavailableException;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.OrderTable.Incoming;
import io.doorlist.store.order.OrderFacts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/**
 * Imports many orders of one event at a time. The orders are read together, get their ordinals in
 * the sequences in the given order, and are written in parallel. Thread-safe.
 */
record OrderImport(OrderTable table, SearchIndex index, boolean dryRun) {
  private static final int WRITERS = 4;

  /**
   * About how many writes of new orders share a transaction. If the table is on one machine, a
   * transaction costs more than its writes, so many writes should share one. But a scan that comes
   * meanwhile waits for one transaction of each writer.
   */
  private static final int TOGETHER = 24;

  /**
   * Adds or changes orders. With {@code leaveTouched}, orders in which only times are new are
   * skipped.
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
                      .map(incoming -> Decision.of(definition, incoming))
                      .map(each -> leaveTouched ? each.unlessItOnlyTouches() : each)
                      .toList()));
    }
    return outcomes;
  }

  /** Puts stored orders into the lists that now admit them. */
  void place(EventDefinition definition, List<Long> ids) {
    List<ImportOutcome> outcomes =
        untilDone(
            definition,
            ids,
            open ->
                table.read(definition, open).stream()
                    .map(stored -> Decision.place(definition, stored))
                    .toList());
    if (outcomes.contains(ImportOutcome.BUSY)) {
      throw new UnavailableException(null);
    }
  }

  /**
   * Returns how many orders at the start can be handled together. The count ends before the first
   * order that shares an id, a ticket or a code with an earlier one.
   */
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

  /** Reads, decides and writes until no order meets a concurrent change. */
  private <T> List<ImportOutcome> untilDone(
      EventDefinition definition, List<T> all, Function<List<T>, List<Decision>> decide) {
    List<ImportOutcome> outcomes = new ArrayList<>(Collections.nCopies(all.size(), null));
    List<Integer> open = IntStream.range(0, all.size()).boxed().toList();
    for (int tries = 0; !open.isEmpty(); tries++) {
      if (tries == OrderTable.MAX_TRIES) {
        throw new RunAbortedException("orders change too often to be written");
      }
      List<Decision> decisions = decide.apply(open.stream().map(all::get).toList());
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
      EventDefinition definition, List<Decision> decisions) {
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
      // The orders are written. The next batch or the end of the run settles these rows, too.
    }
    return done;
  }

  /** Groups new orders that follow each other; every other decision is carried out alone. */
  private static List<List<Decision>> bundles(List<Decision> decisions) {
    List<List<Decision>> bundles = new ArrayList<>();
    int room = 0;
    for (Decision each : decisions) {
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
      EventDefinition definition, List<Decision> bundle, AtomicBoolean written) {
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

  /** What an import decides about an order, with the plans of all orders that change with it. */
  private record Decision(ImportOutcome outcome, List<OrderPlan> plans) {
    private static final int MAX_TICKETS = 1000;

    /**
     * An import cannot forget anybody, as check-ins and webhook events have the data, too, and stay
     * as they are.
     */
    private static final String FORGET = "only `doorlist forget` sets it";

    static Decision of(EventDefinition definition, Incoming incoming) {
      Order old = incoming.stored().order();
      if (old != null && incoming.order().updatedAt().isBefore(old.updatedAt())) {
        return new Decision(ImportOutcome.UNCHANGED, List.of());
      }
      Optional<ImportOutcome> taken = takenByDesk(incoming);
      if (taken.isPresent()) {
        return new Decision(taken.get(), List.of());
      }
      Order order = stayForgotten(old, withPayments(old, incoming.order()));
      Optional<ImportOutcome> refusal =
          check(definition.event(), old, order).or(() -> takenPayment(definition, incoming));
      if (refusal.isEmpty()) {
        Settlement settlement = new Settlement(new OrderClaims(definition), incoming, order);
        List<OrderPlan> plans = OrderPlan.of(definition, settlement.settle());
        refusal = settlement.refusal().or(() -> tooLarge(plans));
        if (refusal.isEmpty()) {
          return of(incoming.stored(), plans);
        }
      }
      return refused(definition, incoming.stored(), order, refusal.get());
    }

    /**
     * Refuses an order that clashes with one that a desk added. Shops and guest lists do not know
     * the orders that desks added, and only an export of this table brings them again.
     */
    private static Optional<ImportOutcome> takenByDesk(Incoming incoming) {
      Order order = incoming.order();
      Order old = incoming.stored().order();
      if (order.isAdded()) {
        return old == null || old.isAdded()
            ? Optional.empty()
            : refusal("added", "an order that no desk added has this id");
      }
      if (old != null && old.isAdded()) {
        return refusal("id", "a desk added the order that has it: " + old.reference());
      }
      return incoming.holders().values().stream()
          .map(StoredOrder::order)
          .filter(Order::isAdded)
          .findFirst()
          .flatMap(
              held ->
                  refusal(
                      "tickets",
                      "an order that a desk added has an id or a code of them: "
                          + held.reference()));
    }

    /**
     * Returns the order with the payments that desks took for it so far, because a shop does not
     * know them.
     */
    private static Order withPayments(Order old, Order incoming) {
      return old == null ? incoming : incoming.with(incoming.desk().over(old.desk()));
    }

    /** Refuses a payment whose key another order has, as each key stands for one payment. */
    private static Optional<ImportOutcome> takenPayment(
        EventDefinition definition, Incoming incoming) {
      Order order = incoming.order();
      boolean taken =
          new OrderClaims(definition)
              .payments(order).stream()
                  .map(incoming.claimed()::get)
                  .anyMatch(item -> item != null && item.number(OrderFacts.ID) != order.id());
      return taken ? refusal("payments", "another order has one of them") : Optional.empty();
    }

    Decision unlessItOnlyTouches() {
      return plans.stream().allMatch(OrderPlan::onlyTouches)
          ? new Decision(plans.isEmpty() ? outcome : ImportOutcome.UNCHANGED, List.of())
          : this;
    }

    /** Returns whether this adds one order and changes no other. */
    boolean isNew() {
      return plans.size() == 1 && plans.getFirst().stored().order() == null;
    }

    Mode mode() {
      return plans.getFirst().order().mode();
    }

    int writes() {
      return plans.getFirst().newWrites();
    }

    static Decision place(EventDefinition definition, StoredOrder stored) {
      return of(stored, List.of(OrderPlan.of(definition, stored, stored.order())));
    }

    private static Decision of(StoredOrder stored, List<OrderPlan> plans) {
      if (plans.stream().allMatch(OrderPlan::nothingToDo)) {
        return new Decision(ImportOutcome.UNCHANGED, List.of());
      }
      boolean created = stored.order() == null;
      return new Decision(created ? ImportOutcome.CREATED : ImportOutcome.CHANGED, plans);
    }

    /** Keeps erased data out, however new the line is: see ADR 0019. */
    private static Order stayForgotten(Order old, Order incoming) {
      if (old == null) {
        return incoming;
      }
      return old.forgotten() ? incoming.forget() : incoming.forget(old.forgottenTickets());
    }

    private static Optional<ImportOutcome> tooLarge(List<OrderPlan> plans) {
      return plans.stream().anyMatch(OrderPlan::isTooLarge)
          ? refusal("tickets", "the order is larger than an item of 400 KB can be")
          : Optional.empty();
    }

    /**
     * Accepts only the cancellations in a refused order, as a cancellation must always get through.
     */
    private static Decision refused(
        EventDefinition definition, StoredOrder stored, Order incoming, ImportOutcome refusal) {
      Order old = stored.order();
      Order cancelled =
          old == null || old.mode() != incoming.mode() ? old : cancelled(old, incoming);
      boolean nothing = cancelled == null || cancelled.equals(old);
      return new Decision(
          refusal, nothing ? List.of() : List.of(OrderPlan.of(definition, stored, cancelled)));
    }

    /**
     * Checks an order by itself and against its event, and that it changes nothing that must stay.
     */
    private static Optional<ImportOutcome> check(Event event, Order stored, Order order) {
      if (order.tickets().size() > MAX_TICKETS) {
        return refusal("tickets", "an order has 1,000 tickets at most");
      }
      Set<Long> ids = new HashSet<>();
      Set<String> codes = new HashSet<>();
      if (order.qrCodeIdentifier() != null) {
        codes.add(order.qrCodeIdentifier());
      }
      List<Ticket> tickets = order.tickets();
      for (int i = 0; i < tickets.size(); i++) {
        Ticket ticket = tickets.get(i);
        String field = "tickets[" + i + "].";
        if (event.ticketType(ticket.ticketType()).isEmpty()) {
          return refusal(field + "ticket_type", "the event has no such type");
        }
        if (!ids.add(ticket.id())) {
          return refusal(field + "id", "another ticket of the order has it");
        }
        if (ticket.qrCodeIdentifier() != null && !codes.add(ticket.qrCodeIdentifier())) {
          return refusal(field + "qr_code_identifier", "it is used twice in the order");
        }
      }
      return stored == null ? Optional.empty() : checkChange(stored, order);
    }

    private static Optional<ImportOutcome> checkChange(Order stored, Order incoming) {
      if (stored.mode() != incoming.mode()) {
        return refusal("test_mode", "it cannot change");
      }
      if (incoming.forgotten() && !stored.forgotten()) {
        return refusal("forgotten", FORGET);
      }
      Set<Long> forgotten = stored.forgottenTickets();
      for (int i = 0; i < incoming.tickets().size(); i++) {
        Ticket ticket = incoming.tickets().get(i);
        boolean there = stored.tickets().stream().anyMatch(known -> known.id() == ticket.id());
        if (there && ticket.forgotten() && !forgotten.contains(ticket.id())) {
          return refusal("tickets[" + i + "].forgotten", FORGET);
        }
      }
      return Optional.empty();
    }

    private static Order cancelled(Order stored, Order incoming) {
      boolean cancelled = incoming.state() == OrderState.CANCELLED;
      Set<Long> voided =
          incoming.tickets().stream()
              .filter(ticket -> ticket.state() == TicketState.VOID)
              .map(Ticket::id)
              .collect(Collectors.toSet());
      List<Ticket> tickets =
          stored.tickets().stream()
              .map(ticket -> voided.contains(ticket.id()) ? ticket.voided() : ticket)
              .toList();
      boolean same =
          tickets.equals(stored.tickets())
              && (!cancelled || stored.state() == OrderState.CANCELLED);
      return same ? stored : stored.cancelled(cancelled, tickets, incoming.updatedAt());
    }

    private static Optional<ImportOutcome> refusal(String field, String reason) {
      return Optional.of(ImportOutcome.refused(field, reason));
    }
  }
}
