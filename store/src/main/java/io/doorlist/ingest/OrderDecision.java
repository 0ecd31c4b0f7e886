package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.ingest.OrderReader.Incoming;
import java.util.List;
import java.util.Optional;

/**
 * What an import does about an order.
 *
 * @param outcome of the order's line, once the plans are carried out
 * @param plans of the order and of those that change with it; empty if there is nothing to write
 */
record OrderDecision(ImportOutcome outcome, List<OrderPlan> plans) {
  /** DynamoDB's limit on an item (400 KB), minus room for keys and marks. */
  private static final int MAX_ITEM_BYTES = 390_000;

  /** Decides about an incoming order. */
  static OrderDecision of(EventDefinition definition, Incoming incoming) {
    Order old = incoming.stored().order();
    if (old != null && incoming.order().updatedAt().isBefore(old.updatedAt())) {
      return new OrderDecision(ImportOutcome.UNCHANGED, List.of());
    }
    Order order = stayForgotten(old, incoming.order());
    Optional<ImportOutcome> refusal = OrderRules.check(definition.event(), old, order);
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

  OrderDecision unlessItOnlyTouches() {
    return plans.stream().allMatch(OrderPlan::onlyTouches)
        ? new OrderDecision(plans.isEmpty() ? outcome : ImportOutcome.UNCHANGED, List.of())
        : this;
  }

  /** Returns whether it adds an order and changes no other. */
  boolean isNew() {
    return plans.size() == 1 && plans.getFirst().stored().order() == null;
  }

  Mode mode() {
    return plans.getFirst().order().mode();
  }

  /** Returns how many writes a new order takes at most. */
  int writes() {
    return plans.getFirst().newWrites();
  }

  /** Decides to place a stored order as the event's lists now require. */
  static OrderDecision place(EventDefinition definition, StoredOrder stored) {
    return of(stored, List.of(OrderPlan.of(definition, stored, stored.order())));
  }

  private static OrderDecision of(StoredOrder stored, List<OrderPlan> plans) {
    if (plans.stream().allMatch(OrderPlan::nothingToDo)) {
      return new OrderDecision(ImportOutcome.UNCHANGED, List.of());
    }
    boolean created = stored.order() == null;
    return new OrderDecision(created ? ImportOutcome.CREATED : ImportOutcome.CHANGED, plans);
  }

  /** Keeps erased data out, however new the line is: see ADR 0019. */
  private static Order stayForgotten(Order old, Order incoming) {
    if (old == null) {
      return incoming;
    }
    return old.forgotten() ? incoming.forget() : incoming.forget(old.forgottenTickets());
  }

  private static Optional<ImportOutcome> tooLarge(List<OrderPlan> plans) {
    return plans.stream().anyMatch(plan -> plan.itemBytes() > MAX_ITEM_BYTES)
        ? Optional.of(
            ImportOutcome.refused("tickets", "the order is larger than an item of 400 KB can be"))
        : Optional.empty();
  }

  /** Accepts only the cancellations of a refused order: a cancellation always gets through. */
  private static OrderDecision refused(
      EventDefinition definition, StoredOrder stored, Order incoming, ImportOutcome refusal) {
    Order old = stored.order();
    Order cancelled =
        old == null || old.mode() != incoming.mode() ? old : OrderRules.cancelled(old, incoming);
    boolean nothing = cancelled == null || cancelled.equals(old);
    return new OrderDecision(
        refusal, nothing ? List.of() : List.of(OrderPlan.of(definition, stored, cancelled)));
  }
}
