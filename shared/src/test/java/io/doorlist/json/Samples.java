package io.doorlist.json;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import java.time.Instant;
import java.util.List;

/** Records to write, and the JSON that tests expect of them. */
final class Samples {
  static final Event EVENT =
      new Event(
          "acme",
          7,
          "spring-gala",
          "Spring Gala",
          List.of(new TicketType(1, "adult", "Adult"), new TicketType(2, "child", "Child")));

  static final Ticket TICKET =
      new Ticket(
          9001,
          "K7QX2-1",
          TicketState.VALID,
          "Ada Example",
          "ada@example.org",
          null,
          "adult",
          new JsonObject("{\"meal\":\"vegetarian\",\"seats\":1.50}"),
          "t-K7QX2-1",
          Instant.parse("2026-08-02T10:15:30Z"),
          Instant.parse("2026-08-02T10:15:31Z"),
          TicketTerms.NONE,
          false);

  static final Invoice INVOICE =
      new Invoice(
          "2026-0042",
          "2026-08-16",
          true,
          List.of(new Invoice.LineItem("Adult ticket", 2L, 4000L)),
          5000L,
          List.of(new Invoice.Tax("VAT 6 %", 283L)),
          0L,
          5000L);

  static final Customer CUSTOMER =
      new Customer(
          "Ada",
          "Example",
          "ada@example.org",
          "+351 555 0100",
          "Example Works",
          "PT500000000",
          new Address("12 Example Street", "Lisbon", null, "1000-001", "Portugal", "PT"));

  private Samples() {}

  static Order order(Mode mode, Customer customer, Invoice invoice, Ticket... tickets) {
    return new Order(
        1001,
        "K7QX2",
        mode,
        OrderState.CONFIRMED,
        PaymentState.PARTIALLY_REFUNDED,
        customer,
        Instant.parse("2026-08-02T10:15:30Z"),
        Instant.parse("2026-08-02T10:16:02Z"),
        "EUR",
        5000,
        1000,
        invoice,
        JsonObject.EMPTY,
        "o-K7QX2",
        List.of(tickets),
        false,
        false);
  }

  static Checkin checkin(String createdAt, boolean clockSkew) {
    return new Checkin(
        4294967297L,
        9001,
        "K7QX2-1",
        "Ada Example",
        Instant.parse(createdAt),
        true,
        false,
        clockSkew,
        Instant.parse("2026-09-14T17:03:19Z"),
        "Gate 1");
  }

  /** Returns formatted JSON as compact JSON, with members in the same order. */
  static String compact(String json) {
    try {
      return Json.writeValue(Json.readObject(json));
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException("the test's own JSON", e);
    }
  }
}
