package io.doorlist.cli.importing.lines;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.ORDER;
import static io.doorlist.cli.SampleLines.SMALLEST_ORDER;
import static io.doorlist.cli.SampleLines.with;
import static io.doorlist.cli.SampleLines.without;
import static org.junit.jupiter.api.Assertions.assertEquals;

import com.networknt.schema.InputFormat;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Invoice;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImportLinesTest extends SchemaFixture {
  @Test
  void account_isRead() throws RefusedLine {
    assertEquals(
        new ImportLine.AccountLine(new Account("acme", "Acme Events")), ImportLines.read(ACCOUNT));
  }

  @Test
  void event_isRead() throws RefusedLine {
    List<TicketType> types =
        List.of(new TicketType(1, "adult", "Adult"), new TicketType(2, "child", "Child"));

    assertEquals(
        new ImportLine.EventLine(new Event("acme", 7, "spring-gala", "Spring Gala", types)),
        ImportLines.read(EVENT));
  }

  @Test
  void checkinList_isRead_withItsTypesOrAll() throws RefusedLine {
    ImportLine.CheckinListLine all =
        new ImportLine.CheckinListLine(
            "acme", "spring-gala", new ListDefinition(3, "Main door", null, ListTerms.NONE));
    ImportLine.CheckinListLine adults =
        new ImportLine.CheckinListLine(
            "acme",
            "spring-gala",
            new ListDefinition(3, "Main door", List.of("adult"), ListTerms.NONE));

    assertEquals(adults, ImportLines.read(CHECKIN_LIST));
    assertEquals(all, ImportLines.read(with(CHECKIN_LIST, "ticket_types", "null")));
    assertEquals(all, ImportLines.read(without(CHECKIN_LIST, "ticket_types")));
  }

  @Test
  void order_isRead_withAllThatItHas() throws RefusedLine {
    Ticket valid =
        TicketBuilder.ticket(9001, "adult")
            .reference("K7QX2-1")
            .name("Zoë Example")
            .email("zoe@example.org")
            .code("ticket-qr-9001")
            .build();
    Ticket voided =
        TicketBuilder.ticket(9002, "child")
            .reference("K7QX2-2")
            .in(TicketState.VOID)
            .name(null)
            .responses("{\"seat\":\"A 12\"}")
            .code(null)
            .build();
    Order order =
        OrderBuilder.order(1001)
            .reference("K7QX2")
            .of(
                new Customer(
                    "Zoë",
                    "Example",
                    "zoe@example.org",
                    "+49 30 123456",
                    null,
                    null,
                    new Address("1 Example Street", "Köln", null, "50667", "Germany", "DE")))
            .updated(Instant.parse("2026-03-01T10:30:00.5Z"))
            .invoice(
                new Invoice(
                    "2026-17",
                    "2026-03-15",
                    true,
                    List.of(new Invoice.LineItem("Adult", 2L, 5000L)),
                    4202L,
                    List.of(new Invoice.Tax("VAT 19 %", 798L)),
                    0L,
                    5000L))
            .responses(
                "{\"diet\":\"vegan\",\"guests\":[1,2.50],\"more\":{\"yes\":true,\"no\":null}}")
            .code("order-qr-1001")
            .tickets(List.of(valid, voided))
            .build();

    assertEquals(new ImportLine.OrderLine("acme", "spring-gala", order), ImportLines.read(ORDER));
  }

  @Test
  void order_needsLittle() throws RefusedLine {
    Instant ten = Instant.parse("2026-03-01T10:00:00Z");
    Order order =
        new Order(
            1002,
            "K7QX3",
            Mode.LIVE,
            OrderState.PENDING,
            PaymentState.UNPAID,
            Customer.UNKNOWN,
            ten,
            ten,
            "EUR",
            0,
            0,
            null,
            JsonObject.EMPTY,
            null,
            List.of(),
            false,
            false);

    assertEquals(
        new ImportLine.OrderLine("acme", "spring-gala", order), ImportLines.read(SMALLEST_ORDER));
  }

  static Stream<String> right() {
    return Stream.of(
        ACCOUNT,
        EVENT,
        CHECKIN_LIST,
        ORDER,
        SMALLEST_ORDER,
        with(ACCOUNT, "slug", "\"a\""),
        with(EVENT, "id", "9007199254740991"),
        with(EVENT, "ticket_types", "[]"),
        with(EVENT, "slug", "\"2026.gala_x-1\""),
        with(CHECKIN_LIST, "ticket_types", "[]"),
        with(ORDER, "test_mode", "true"),
        with(ORDER, "test_mode", "null"),
        with(ORDER, "customer", "null"),
        with(ORDER, "customer", "{}"),
        with(ORDER, "customer.address", "null"),
        with(ORDER, "customer.first_name", "\"\""),
        with(ORDER, "invoice", "null"),
        with(ORDER, "invoice", "{}"),
        with(ORDER, "invoice.due_at", "\"2026-03-15T00:00:00-05:00\""),
        with(ORDER, "invoice.line_items[0].amount", "-500"),
        with(ORDER, "invoice.discount", "500"),
        with(ORDER, "responses", "null"),
        with(ORDER, "amount", "9007199254740991"),
        with(ORDER, "amount_refunded", "null"),
        with(ORDER, "created_at", "\"2024-02-29T23:59:59.123456789+14:00\""),
        with(ORDER, "qr_code_identifier", "\"" + "aB9._~-x".repeat(16) + "\""),
        with(ORDER, "qr_code_identifier", "null"),
        with(ORDER, "created_at", "\"2026-03-01T10:00:00.5+0000\""),
        with(ORDER, "tickets[0].name", "\"" + "🎟".repeat(10_000) + "\""));
  }

  @ParameterizedTest
  @MethodSource("right")
  void rightLine_isRead_andFitsTheSchema(String line) {
    assertEquals(List.of(), schema.validate(line, InputFormat.JSON));
    try {
      ImportLines.read(line);
    } catch (RefusedLine e) {
      throw new AssertionError(e);
    }
  }
}
