package io.doorlist.orders;

import static io.doorlist.testing.Gateway.Input.recorded;
import static io.doorlist.testing.Gateway.assertAnswer;
import static io.doorlist.testing.Gateway.assertProblem;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.http.Settings;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import io.doorlist.testing.Gateway;
import io.doorlist.testing.Gateway.Answer;
import io.doorlist.testing.Gateway.Input;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TestTable;
import io.doorlist.testing.TicketBuilder;
import java.io.IOException;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** listOrders and getOrder as HTTP requests, on a table like the deployed one. */
class OrdersFunctionTest {
  private static OrdersFunction function;

  @BeforeAll
  static void loadTable() {
    Clock clock = Clock.systemUTC();
    Stores stores = new TestTable().stores(clock);
    ImportStore importer = Imports.into(stores);
    importer.putAccount(new Account("acme", "Acme Events"));
    importer.putEvent(
        new Event(
            "acme", 7, "spring-gala", "Spring Gala", List.of(new TicketType(1, "adult", "Adult"))));
    for (Order order :
        List.of(order(1001, Mode.LIVE), order(1002, Mode.TEST), order(1003, Mode.LIVE))) {
      assertEquals(ImportOutcome.CREATED, Imports.put(importer, "acme", "spring-gala", order));
    }
    function = new OrdersFunction(stores, clock, Settings.of(Map.of()));
  }

  @Test
  void list_showsOrdersOfTheTokensMode() throws Exception {
    assertAnswer(
        200,
        """
        {"orders": [
           {"id": 1001,
            "customer": {"first_name": "Ada", "last_name": "Example", "email": "ada@example.org"},
            "reference": "R1001", "currency": "EUR", "amount": 5000,
            "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:16:02Z"},
           {"id": 1003,
            "customer": {"first_name": "Ada", "last_name": "Example", "email": "ada@example.org"},
            "reference": "R1003", "currency": "EUR", "amount": 5000,
            "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:16:02Z"}],
         "meta": {"lookup_mode": "live",
                  "pagination": {"page": 1, "items": 50, "pages": 1, "count": 2}}}
        """,
        call(recorded("list-orders")));
  }

  @Test
  void list_namesThePagesToGoOnWith() throws Exception {
    Answer answer =
        call(
            recorded("list-orders").with(List.of("1"), "multiValueQueryStringParameters", "items"));

    assertEquals(
        """
        <orders?page=1&items=1>; rel="first", \
        <orders?page=2&items=1&walk=0>; rel="next", \
        <orders?page=2&items=1>; rel="last\"""",
        answer.headers().get("Link"));
  }

  @Test
  void list_refuses_whenThePageIsNone() throws Exception {
    Answer answer =
        call(recorded("list-orders").with(List.of("0"), "multiValueQueryStringParameters", "page"));

    assertProblem(400, "invalid_parameter", answer);
    assertEquals(
        List.of(
            Map.of("parameter", "page", "detail", "must be an integer from 1 to 9007199254740991")),
        answer.at("errors"));
  }

  @Test
  void get_showsTheWholeOrder() throws Exception {
    assertAnswer(
        200,
        """
        {"id": 1001, "reference": "R1001", "test_mode": false, "state": "confirmed",
         "payment_state": "paid",
         "customer": {
           "first_name": "Ada", "last_name": "Example", "email": "ada@example.org",
           "phone_number": null, "company_name": null, "tax_id": "PT500000000",
           "address": {"address": null, "city": "Lisbon", "state_province_region": null,
                       "postal_code": null, "country": "Portugal", "country_code": "PT"}},
         "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:16:02Z",
         "currency": "EUR", "amount": 5000, "amount_refunded": 0,
         "invoice": {
           "number": "2026-0042", "due_at": "2026-08-16", "paid": true,
           "line_items": [{"description": "Adult ticket", "quantity": 2, "amount": 5000}],
           "subtotal": 5000, "taxes": [{"name": "VAT", "amount": 283}], "discount": null,
           "total": 5000},
         "responses": {"how": "A \\"poster\\""},
         "tickets": [
           {"id": 90011, "reference": "R1001-1", "state": "valid", "name": "Ada Example",
            "email": null, "phone_number": null, "ticket_type": {"id": 1, "name": "Adult"},
            "responses": {"size": 1.50},
            "created_at": "2026-08-02T10:15:30Z", "updated_at": "2026-08-02T10:15:30Z",
            "valid_from": null, "valid_until": null, "blocked": null}],
         "valid_if_pending": false}
        """,
        call(recorded("get-order")));
  }

  @Test
  void get_keepsTheContractsOrderOfMembers() throws Exception {
    Answer answer = call(recorded("get-order"));

    assertTrue(
        answer.body().startsWith("{\"id\":1001,\"reference\":\"R1001\",\"test_mode\":false,"),
        answer.body());
    assertTrue(answer.body().contains("\"responses\":{\"size\":1.50}"), answer.body());
  }

  @ParameterizedTest
  @ValueSource(strings = {"1002", "9999", "9007199254740991"})
  void get_notFound_whenThereIsNoSuchOrderInTheTokensMode(String id) throws Exception {
    assertProblem(404, "not_found", call(recorded("get-order").with(id, "pathParameters", "id")));
  }

  @Test
  void get_showsTestOrdersToTestTokens() throws Exception {
    Input input = recorded("get-order").identity("mode", "test");

    assertEquals(true, call(input.with("1002", "pathParameters", "id")).at("test_mode"));
    assertProblem(404, "not_found", call(input));
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "01", "-1", "x", "1 ", "9007199254740992"})
  void get_refuses_whenTheIdIsNone(String id) throws Exception {
    assertProblem(
        400, "invalid_parameter", call(recorded("get-order").with(id, "pathParameters", "id")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"list-orders", "get-order"})
  void everyOperation_letsFullTokensOfTheEventInAndNobodyElse(String name) throws Exception {
    Input input = recorded(name);
    Answer forbidden = call(input.identity("account", "other"));

    assertProblem(403, "forbidden", forbidden);
    assertEquals(forbidden, call(input.identity("role", "scanner")));
    assertEquals(forbidden, call(input.identity("events", "autumn-fair")));
    assertEquals(forbidden, call(input.with("no-such", "pathParameters", "event_slug")));
    assertProblem(401, "unauthorized", call(input.identity("expires_at", "1700000000")));
    assertEquals(200, call(input.identity("events", "spring-gala")).status());
  }

  @Test
  void head_answersLikeGetWithoutTheBody() throws Exception {
    Answer head = call(recorded("head-get-order"));

    assertEquals(200, head.status());
    assertEquals("", head.body());
    assertEquals("application/json", head.headers().get("Content-Type"));
  }

  @Test
  void everyRouteOfTheTemplate_isServed() throws Exception {
    Gateway.assertServesItsRoutes(function, recorded("head-get-order"));
  }

  private static Answer call(Input input) throws IOException {
    return Gateway.call(function, input);
  }

  private static Order order(long id, Mode mode) {
    Instant bought = Instant.parse("2026-08-02T10:15:30Z");
    String reference = "R" + id;
    Ticket ticket =
        TicketBuilder.ticket(89010 + id, "adult")
            .reference(reference + "-1")
            .code("t-" + reference)
            .name("Ada Example")
            .responses("{\"size\":1.50}")
            .at(bought)
            .build();
    return OrderBuilder.order(id)
        .code("o-" + reference)
        .in(mode)
        .of(
            new Customer(
                "Ada",
                "Example",
                "ada@example.org",
                null,
                null,
                "PT500000000",
                new Address(null, "Lisbon", null, null, "Portugal", "PT")))
        .at(bought)
        .updated(Instant.parse("2026-08-02T10:16:02Z"))
        .invoice(
            new Invoice(
                "2026-0042",
                "2026-08-16",
                true,
                List.of(new Invoice.LineItem("Adult ticket", 2L, 5000L)),
                5000L,
                List.of(new Invoice.Tax("VAT", 283L)),
                null,
                5000L))
        .responses("{\"how\":\"A \\\"poster\\\"\"}")
        .tickets(List.of(ticket))
        .build();
  }
}
