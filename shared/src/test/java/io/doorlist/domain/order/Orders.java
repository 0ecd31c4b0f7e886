package io.doorlist.domain.order;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import java.time.Instant;
import java.util.List;

/** Orders and tickets to test with. */
public final class Orders {
  public static final Instant AT = Instant.parse("2026-03-01T10:00:00Z");

  private Orders() {}

  public static Ticket ticket(long id, String name, String email, String phone) {
    return new Ticket(
        id,
        "K7QX2-" + id,
        TicketState.VALID,
        name,
        email,
        phone,
        "adult",
        JsonObject.EMPTY,
        "t" + id,
        AT,
        AT,
        TicketTerms.NONE,
        false);
  }

  public static Order order(Customer customer, Invoice invoice, Ticket... tickets) {
    return new Order(
        1001,
        "K7QX2",
        Mode.LIVE,
        OrderState.CONFIRMED,
        PaymentState.PAID,
        customer,
        AT,
        AT,
        "EUR",
        0,
        0,
        invoice,
        JsonObject.EMPTY,
        "o1",
        List.of(tickets),
        false,
        false);
  }
}
