package io.doorlist.json;

import static io.doorlist.json.Samples.CUSTOMER;
import static io.doorlist.json.Samples.EVENT;
import static io.doorlist.json.Samples.INVOICE;
import static io.doorlist.json.Samples.TICKET;
import static io.doorlist.json.Samples.compact;
import static io.doorlist.json.Samples.order;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import java.util.List;
import org.junit.jupiter.api.Test;

class OrderJsonTest {
  private static final String TICKET_JSON =
      """
      {"id": 9001, "reference": "K7QX2-1", "state": "valid", "name": "Ada Example",
       "email": "ada@example.org", "phone_number": null, "ticket_type": {"id": 1, "name": "Adult"},
       "responses": {"meal": "vegetarian", "seats": 1.50},
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
  void object_givesATicketAsItsOrderShowsIt() {
    assertEquals(compact(TICKET_JSON), OrderJson.object(TICKET, EVENT).text());
  }

  @Test
  void object_keepsEveryCharacterOfResponses() {
    Order plain = order(Mode.LIVE, CUSTOMER, null);
    String responses = "{\"a\":\"Tomás 😀 \\u00e9 \\\"\"}";
    Order order =
        new Order(
            plain.id(),
            plain.reference(),
            plain.mode(),
            plain.state(),
            plain.paymentState(),
            plain.customer(),
            plain.createdAt(),
            plain.updatedAt(),
            plain.currency(),
            plain.amount(),
            plain.amountRefunded(),
            plain.invoice(),
            new JsonObject(responses),
            plain.qrCodeIdentifier(),
            plain.tickets(),
            plain.validIfPending(),
            plain.forgotten());

    String json = OrderJson.object(order, EVENT).text();

    assertTrue(json.contains("\"responses\":" + responses + ","), json);
  }

  @Test
  void object_namesNoType_whenTheEventDoesNotKnowIt() throws Exception {
    Event other = new Event("acme", 8, "autumn-fair", "Autumn Fair", List.of());

    String json = OrderJson.object(TICKET, other).text();

    assertEquals(
        "{\"id\":null,\"name\":null}", Json.writeValue(Json.readObject(json).get("ticket_type")));
  }
}
