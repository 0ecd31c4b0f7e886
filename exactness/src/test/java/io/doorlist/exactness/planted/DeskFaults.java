package io.doorlist.exactness.planted;

import io.doorlist.table.Engine;
import io.doorlist.table.Item;
import io.doorlist.table.Write;
import java.util.List;
import java.util.function.UnaryOperator;

/** Faults in what desks change of guests, and in the money that they take. */
final class DeskFaults {
  private static final String TICKETS = "tickets";
  private static final String PAYMENTS = "payments";
  private static final String CORRECTIONS = "corrections";
  private static final String STATE = "state";
  private static final String KEY = "key";

  private DeskFaults() {}

  private static boolean isOrder(Write write) {
    return write instanceof Write.Put && write.key().sk().equals("ORDER");
  }

  /** What a desk took, by its key. */
  static boolean isPayment(Write write) {
    return write instanceof Write.Put && write.key().sk().startsWith("PAYMENT#");
  }

  /** Orders are stored otherwise than they are. */
  private static Engine orders(Engine next, UnaryOperator<Item> spoil) {
    return Writes.changingEach(next, write -> isOrder(write) ? Writes.item(write, spoil) : write);
  }

  private static Engine tickets(Engine next, UnaryOperator<Item> spoil) {
    return orders(
        next,
        order -> Writes.with(order, TICKETS, order.items(TICKETS).stream().map(spoil).toList()));
  }

  /** Payments are known by other names than their keys, so a repeated one is not found. */
  static Engine paymentRepeated(Engine next) {
    return orders(
        next,
        order -> {
          List<Item> payments =
              order.items(PAYMENTS).stream()
                  .map(each -> Writes.with(each, KEY, reversed(each.text(KEY))))
                  .toList();
          return payments.isEmpty() ? order : Writes.with(order, PAYMENTS, payments);
        });
  }

  private static String reversed(String key) {
    return new StringBuilder(key).reverse().toString();
  }

  /** An order is written whatever happened to it meanwhile. */
  static Engine ordersUnconditional(Engine next) {
    return Writes.changingEach(next, write -> isOrder(write) ? Writes.unconditional(write) : write);
  }

  /** What staff changed is stored, but not that they did. */
  static Engine correctionsForgotten(Engine next) {
    return tickets(next, ticket -> ticket.without(CORRECTIONS));
  }

  /** A guest whom staff made void is stored as valid. */
  static Engine voidNotKept(Engine next) {
    return tickets(
        next,
        ticket ->
            ticket.items(CORRECTIONS).stream().anyMatch(each -> each.text("field").equals(STATE))
                ? Writes.with(ticket, STATE, "valid")
                : ticket);
  }
}
