package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.OrderTable.Incoming;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * What an import does about an order.
 *
 * @param outcome of the order's line, once the plans are carried out
 * @param plans of the order and of those that change with it; empty if there is nothing to write
 */
record OrderDecision(ImportOutcome outcome, List<OrderPlan> plans) {
  /** DynamoDB's limit on an item (400 KB), minus room for keys and marks. */
  private static final int MAX_ITEM_BYTES = 390_000;

  private static final int MAX_TICKETS = 1000;

  /** Check-ins and webhook events have the data too, and an import does not change them. */
  private static final String FORGET = "it is not yet; `doorlist forget` does it";

  static OrderDecision of(EventDefinition definition, Incoming incoming) {
    Order old = incoming.stored().order();
    if (old != null && incoming.order().updatedAt().isBefore(old.updatedAt())) {
      return new OrderDecision(ImportOutcome.UNCHANGED, List.of());
    }
    Order order = stayForgotten(old, incoming.order());
    Optional<ImportOutcome> refusal = check(definition.event(), old, order);
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
        ? refusal("tickets", "the order is larger than an item of 400 KB can be")
        : Optional.empty();
  }

  /** Accepts only the cancellations of a refused order: a cancellation always gets through. */
  private static OrderDecision refused(
      EventDefinition definition, StoredOrder stored, Order incoming, ImportOutcome refusal) {
    Order old = stored.order();
    Order cancelled = old == null || old.mode() != incoming.mode() ? old : cancelled(old, incoming);
    boolean nothing = cancelled == null || cancelled.equals(old);
    return new OrderDecision(
        refusal, nothing ? List.of() : List.of(OrderPlan.of(definition, stored, cancelled)));
  }

  /**
   * Checks an order by itself, against its event, and that it keeps what must not change.
   *
   * @param stored the order as stored, or {@code null}
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

  /**
   * Returns the stored order with the cancellations of an incoming version, and no other change.
   */
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
        tickets.equals(stored.tickets()) && (!cancelled || stored.state() == OrderState.CANCELLED);
    return same ? stored : stored.cancelled(cancelled, tickets, incoming.updatedAt());
  }

  private static Optional<ImportOutcome> refusal(String field, String reason) {
    return Optional.of(ImportOutcome.refused(field, reason));
  }
}
