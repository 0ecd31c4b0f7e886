package io.doorlist.ingest;

import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;
import io.doorlist.store.order.OrderFacts;
import io.doorlist.table.Item;
import io.doorlist.table.Table;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;

/**
 * Records money that desks take from guests, once for each idempotency key.
 *
 * <p>Implementation notes. A payment is part of its order, and also an item by itself. The order
 * says what is still due. The item keeps the key unique, and reports add up these items. Order,
 * item and the tickets' codes are written together, so a scan sees all of a payment or nothing of
 * it. See ADR 0071. Thread-safe.
 */
public final class Payments {
  /** The most payments of one order, as its item has to hold them. */
  static final int MAX_PAYMENTS = 200;

  private final Table table;

  public Payments(Table table) {
    this.table = table;
  }

  /**
   * Takes money from the guest whose ticket a payment names, or returns the outcome of an earlier
   * request with the same key. Access pattern 63.
   *
   * @param definition the definition of the event; the payment is in the event's currency
   */
  public PaymentOutcome take(
      EventDefinition definition, Payment payment, Mode mode, Instant deadline) {
    return OrderTable.until("an order", () -> attempt(definition, payment, mode, deadline));
  }

  private Optional<PaymentOutcome> attempt(
      EventDefinition definition, Payment payment, Mode mode, Instant deadline) {
    OrderClaims claims = new OrderClaims(definition);
    Optional<Item> ticket = table.get(claims.ticket(payment.ticket()), deadline);
    if (ticket.isEmpty()) {
      return Optional.of(new PaymentOutcome.NoGuest());
    }
    OrderTable orders = OrderTable.of(table, new HashSet<>(), false);
    StoredOrder stored = orders.finished(definition, ticket.get().number(OrderFacts.ID));
    Order order = stored.order();
    if (order == null || order.mode() != mode) {
      return Optional.of(new PaymentOutcome.NoGuest());
    }
    Optional<Payment> taken = order.desk().payment(payment.key());
    if (taken.isPresent()) {
      return Optional.of(answer(taken.get(), payment, order));
    }
    Optional<Item> claim = table.get(claims.payment(mode, payment.key()), deadline);
    if (claim.isPresent()) {
      // If the payment is this order's, it was written after the order was read, so look again.
      return claim.get().number(OrderFacts.ID) == order.id()
          ? Optional.empty()
          : Optional.of(new PaymentOutcome.KeyReused());
    }
    return refusal(definition.event(), order, payment)
        .or(() -> write(definition, orders, stored, payment));
  }

  /** Answers a request whose key was used before. */
  private static PaymentOutcome answer(Payment taken, Payment payment, Order order) {
    boolean same = taken.amount() == payment.amount() && taken.ticket() == payment.ticket();
    return same ? new PaymentOutcome.Taken(taken, order) : new PaymentOutcome.KeyReused();
  }

  private static Optional<PaymentOutcome> refusal(Event event, Order order, Payment payment) {
    if (order.owed() > 0 && !order.currency().equals(event.currency())) {
      return Optional.of(new PaymentOutcome.OtherCurrency());
    }
    long collected = order.desk().collected();
    if (payment.amount() < 0 && collected + payment.amount() < 0) {
      return Optional.of(new PaymentOutcome.TooMuchBack(collected));
    }
    return order.desk().payments().size() < MAX_PAYMENTS
        ? Optional.empty()
        : Optional.of(new PaymentOutcome.TooMany());
  }

  /**
   * Writes the payment. Returns nothing if the order has changed, and the caller then tries again.
   */
  private static Optional<PaymentOutcome> write(
      EventDefinition definition, OrderTable orders, StoredOrder stored, Payment payment) {
    Order paid = stored.order().with(stored.order().desk().with(payment));
    List<OrderPlan> plans = List.of(OrderPlan.of(definition, stored, paid));
    OrderTable.Reservations reservations = orders.prepare(plans);
    OrderTable.Result result = orders.write(definition, plans);
    orders.settle(reservations, result == OrderTable.Result.WRITTEN);
    return result == OrderTable.Result.LOST
        ? Optional.empty()
        : Optional.of(new PaymentOutcome.Taken(payment, paid));
  }
}
