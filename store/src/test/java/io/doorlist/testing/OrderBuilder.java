package io.doorlist.testing;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** Builds an order from defaults: a test sets only what matters to it. */
public final class OrderBuilder {
  private final long id;
  private String reference;
  private Mode mode = Mode.LIVE;
  private OrderState state = OrderState.CONFIRMED;
  private PaymentState payment = PaymentState.PAID;
  private Customer customer = Customer.UNKNOWN;
  private Instant createdAt = TicketBuilder.BOUGHT;
  private Instant updatedAt = TicketBuilder.BOUGHT;
  private long amount = 5000;
  private Invoice invoice;
  private JsonObject responses = JsonObject.EMPTY;
  private String code;
  private final List<Ticket> tickets = new ArrayList<>();

  private OrderBuilder(long id) {
    this.id = id;
    this.reference = "R" + id;
    this.code = "o" + id;
  }

  /**
   * Begins an order that is confirmed and paid, live, of an unknown customer; its reference is "R"
   * and its code "o", each followed by its id.
   */
  public static OrderBuilder order(long id) {
    return new OrderBuilder(id);
  }

  /**
   * Begins an order with a ticket of each type given; ticket ids begin at 10,000 times the order's
   * id.
   */
  public static OrderBuilder order(long id, String... types) {
    OrderBuilder builder = new OrderBuilder(id);
    for (int i = 0; i < types.length; i++) {
      builder.tickets.add(TicketBuilder.ticket(id * 10_000 + i, types[i]).build());
    }
    return builder;
  }

  /** Begins a paid copy of another order. */
  public static OrderBuilder like(Order order) {
    OrderBuilder builder = new OrderBuilder(order.id());
    builder.reference = order.reference();
    builder.mode = order.mode();
    builder.state = order.state();
    builder.payment = order.paymentState();
    builder.customer = order.customer();
    builder.createdAt = order.createdAt();
    builder.updatedAt = order.updatedAt();
    builder.amount = order.amount();
    builder.invoice = order.invoice();
    builder.responses = order.responses();
    builder.code = order.qrCodeIdentifier();
    builder.tickets.addAll(order.tickets());
    return builder;
  }

  public OrderBuilder reference(String orderReference) {
    reference = orderReference;
    return this;
  }

  public OrderBuilder code(String orderCode) {
    code = orderCode;
    return this;
  }

  public OrderBuilder in(Mode orderMode) {
    mode = orderMode;
    return this;
  }

  public OrderBuilder in(OrderState orderState) {
    state = orderState;
    return this;
  }

  public OrderBuilder of(Customer orderCustomer) {
    customer = orderCustomer;
    return this;
  }

  public OrderBuilder at(Instant time) {
    createdAt = time;
    return updated(time);
  }

  public OrderBuilder updated(Instant time) {
    updatedAt = time;
    return this;
  }

  public OrderBuilder paid(PaymentState paymentState) {
    payment = paymentState;
    return this;
  }

  public OrderBuilder amount(long cents) {
    amount = cents;
    return this;
  }

  public OrderBuilder invoice(Invoice orderInvoice) {
    invoice = orderInvoice;
    return this;
  }

  public OrderBuilder responses(String json) {
    responses = new JsonObject(json);
    return this;
  }

  public OrderBuilder tickets(List<Ticket> all) {
    tickets.clear();
    tickets.addAll(all);
    return this;
  }

  public Order build() {
    return new Order(
        id, reference, mode, state, payment, customer, createdAt, updatedAt, "EUR", amount, 0,
        invoice, responses, code, tickets, false, false);
  }
}
