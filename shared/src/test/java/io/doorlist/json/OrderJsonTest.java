package io.doorlist.json;

import static org.junit.jupiter.api.Assertions.assertEquals;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
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
import org.junit.jupiter.api.Test;

class OrderJsonTest {
  private static final Event EVENT =
      new Event(
          "acme",
          7,
          "spring-gala",
          "Spring Gala",
          List.of(new TicketType(1, "adult", "Adult"), new TicketType(2, "child", "Child")));

  private static final Ticket TICKET =
      new Ticket(
          9001,
          "K7QX2-1",
          TicketState.VALID,
          "Ada Example",
          "ada@example.org",
          null,
          "adult",
          new JsonObject("{\"meal\":\"végétarien 😀\",\"seats\":1.50}"),
          "t-K7QX2-1",
          Instant.parse("2026-08-02T10:15:30Z"),
          Instant.parse("2026-08-02T10:15:31Z"),
          TicketTerms.NONE,
          false);

  private static final Invoice INVOICE =
      new Invoice(
          "2026-0042",
          "2026-08-16",
          true,
          List.of(new Invoice.LineItem("Adult ticket", 2L, 4000L)),
          5000L,
          List.of(new Invoice.Tax("VAT 6 %", 283L)),
          0L,
          5000L);

  private static final Customer CUSTOMER =
      new Customer(
          "Ada",
          "Example",
          "ada@example.org",
          "+351 555 0100",
          "Example Works",
          "PT500000000",
          new Address("12 Example Street", "Lisbon", null, "1000-001", "Portugal", "PT"));

  private static final String TICKET_JSON =
      """
      {"id": 9001, "reference": "K7QX2-1", "state": "valid", "name": "Ada Example",
       "email": "ada@example.org", "phone_number": null, "ticket_type": {"id": 1, "name": "Adult"},
       "responses": {"meal": "végétarien 😀", "seats": 1.50},
       "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:15:31Z",
       "valid_from": null, "valid_until": null, "blocked": null}
      """;

  private static final String ORDER_JSON =
      """
      {"id": 1001, "reference": "K7QX2", "test_mode": false, "state": "confirmed",
       "payment_state": "partially_refunded",
       "customer": {
         "first_name": "Ada", "last_name": "Example", "email": "ada@example.org",
         "phone_number": "+351 555 0100", "company_name": "Example Works",
         "tax_id": "PT500000000",
         "address": {"address": "12 Example Street", "city": "Lisbon",
                     "state_province_region": null, "postal_code": "1000-001",
                     "country": "Portugal", "country_code": "PT"}},
       "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:16:02Z",
       "currency": "EUR", "amount": 5000, "amount_refunded": 1000,
       "invoice": {
         "number": "2026-0042", "due_at": "2026-08-16", "paid": true,
         "line_items": [{"description": "Adult ticket", "quantity": 2, "amount": 4000}],
         "subtotal": 5000, "taxes": [{"name": "VAT 6 %%", "amount": 283}], "discount": 0,
         "total": 5000},
       "responses": {},
       "tickets": [%s], "valid_if_pending": false}
      """
          .formatted(TICKET_JSON);

  @Test
  void of_writesEveryMemberInTheContractsOrder() {
    Order order = order(Mode.LIVE, CUSTOMER, INVOICE, TICKET);

    assertEquals(compact(ORDER_JSON), OrderJson.of(order, EVENT).text());
  }

  @Test
  void payload_givesATicketAsItsOrderShowsIt() {
    assertEquals(compact(TICKET_JSON), PayloadJson.of(TICKET, EVENT).text());
  }

  @Test
  void payload_namesNoType_whenTheEventDoesNotKnowIt() throws Exception {
    Event other = new Event("acme", 8, "autumn-fair", "Autumn Fair", List.of());

    String json = PayloadJson.of(TICKET, other).text();

    assertEquals(
        "{\"id\":null,\"name\":null}", Json.writeValue(Json.readObject(json).get("ticket_type")));
  }

  private static Order order(Mode mode, Customer customer, Invoice invoice, Ticket... tickets) {
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

  /** Returns formatted JSON as compact JSON, with members in the same order. */
  private static String compact(String json) {
    try {
      return Json.writeValue(Json.readObject(json));
    } catch (MalformedJsonException e) {
      throw new IllegalArgumentException("the test's own JSON", e);
    }
  }
}
