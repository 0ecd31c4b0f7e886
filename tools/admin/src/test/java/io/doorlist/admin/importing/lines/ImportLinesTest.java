package io.doorlist.admin.importing.lines;

import static io.doorlist.admin.SampleLines.ACCOUNT;
import static io.doorlist.admin.SampleLines.CHECKIN_LIST;
import static io.doorlist.admin.SampleLines.EVENT;
import static io.doorlist.admin.SampleLines.ORDER;
import static io.doorlist.admin.SampleLines.SMALLEST_ORDER;
import static io.doorlist.admin.SampleLines.with;
import static io.doorlist.admin.SampleLines.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import io.doorlist.domain.Account;
import io.doorlist.domain.Address;
import io.doorlist.domain.Customer;
import io.doorlist.domain.Event;
import io.doorlist.domain.Invoice;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.ListTerms;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.PaymentState;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.TicketTerms;
import io.doorlist.domain.TicketType;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class ImportLinesTest {
  private static Schema schema;

  @BeforeAll
  static void readSchema() throws IOException {
    Path file = Path.of(System.getProperty("doorlist.root"), "docs", "import.schema.json");
    schema =
        SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12)
            .getSchema(Files.readString(file), InputFormat.JSON);
  }

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
    var all =
        new ImportLine.CheckinListLine("acme", "spring-gala", 3, "Main door", null, ListTerms.NONE);
    var adults =
        new ImportLine.CheckinListLine(
            "acme", "spring-gala", 3, "Main door", List.of("adult"), ListTerms.NONE);

    assertEquals(adults, ImportLines.read(CHECKIN_LIST));
    assertEquals(all, ImportLines.read(with(CHECKIN_LIST, "ticket_types", "null")));
    assertEquals(all, ImportLines.read(without(CHECKIN_LIST, "ticket_types")));
  }

  @Test
  void order_isRead_withAllThatItHas() throws RefusedLine {
    Instant ten = Instant.parse("2026-03-01T10:00:00Z");
    Order order =
        new Order(
            1001,
            "K7QX2",
            Mode.LIVE,
            OrderState.CONFIRMED,
            PaymentState.PAID,
            new Customer(
                "Zoë",
                "Example",
                "zoe@example.org",
                "+49 30 123456",
                null,
                null,
                new Address("1 Example Street", "Köln", null, "50667", "Germany", "DE")),
            ten,
            Instant.parse("2026-03-01T10:30:00.5Z"),
            "EUR",
            5000,
            0,
            new Invoice(
                "2026-17",
                "2026-03-15",
                true,
                List.of(new Invoice.LineItem("Adult", 2L, 5000L)),
                4202L,
                List.of(new Invoice.Tax("VAT 19 %", 798L)),
                0L,
                5000L),
            new JsonObject(
                "{\"diet\":\"vegan\",\"guests\":[1,2.50],\"more\":{\"yes\":true,\"no\":null}}"),
            "order-qr-1001",
            List.of(
                new Ticket(
                    9001,
                    "K7QX2-1",
                    TicketState.VALID,
                    "Zoë Example",
                    "zoe@example.org",
                    null,
                    "adult",
                    JsonObject.EMPTY,
                    "ticket-qr-9001",
                    ten,
                    ten,
                    TicketTerms.NONE,
                    false),
                new Ticket(
                    9002,
                    "K7QX2-2",
                    TicketState.VOID,
                    null,
                    null,
                    null,
                    "child",
                    new JsonObject("{\"seat\":\"A 12\"}"),
                    null,
                    ten,
                    ten,
                    TicketTerms.NONE,
                    false)),
            false,
            false);

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

  /**
   * A line that is wrong.
   *
   * @param field the member that the refusal names, with {@code reason}
   * @param seenBySchema whether a schema can say so too
   */
  record Wrong(String line, String field, String reason, boolean seenBySchema) {
    Wrong(String line, String field, String reason) {
      this(line, field, reason, true);
    }
  }

  static Stream<Wrong> wrong() {
    String slug = "must be a slug";
    String missing = "is missing";
    String unknown = "is not a member that is known here";
    String integer = "must be an integer below 2^53";
    String time = "must be an RFC 3339 timestamp with a zone";
    return Stream.of(
        new Wrong("{\"slug\":\"acme\"}", "kind", missing),
        new Wrong(with(ACCOUNT, "kind", "null"), "kind", "must be one of account, event,"),
        new Wrong(with(ACCOUNT, "kind", "\"organiser\""), "kind", "must be one of account, event,"),
        new Wrong(with(ACCOUNT, "kind", "[\"account\"]"), "kind", "must be one of account, event,"),
        new Wrong(with(ACCOUNT, "slug", "\"007\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "\"-acme\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "\"ac me\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "\"\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "\"" + "a".repeat(101) + "\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "7"), "slug", slug),
        new Wrong(without(ACCOUNT, "slug"), "slug", missing),
        new Wrong(without(ACCOUNT, "name"), "name", missing),
        new Wrong(with(ACCOUNT, "name", "null"), "name", "must not be null"),
        new Wrong(with(ACCOUNT, "name", "\" \""), "name", "must not be empty"),
        new Wrong(with(ACCOUNT, "name", "5"), "name", "must be a text"),
        new Wrong(with(ACCOUNT, "nmae", "\"Acme\""), "nmae", unknown),
        new Wrong(with(ACCOUNT, "Ada Example", "1"), "?", unknown),
        new Wrong(with(EVENT, "id", "0"), "id", "must be an integer from 1 to 2^53 - 1"),
        new Wrong(with(EVENT, "id", "9007199254740992"), "id", integer),
        new Wrong(with(EVENT, "id", "98765432109876543210"), "id", integer),
        new Wrong(with(EVENT, "id", "7.5"), "id", integer),
        new Wrong(with(EVENT, "id", "7.0"), "id", integer, false),
        new Wrong(with(EVENT, "id", "\"7\""), "id", integer),
        new Wrong(with(EVENT, "account", "\"12\""), "account", slug),
        new Wrong(with(EVENT, "slug", "\"2026\""), "slug", slug),
        new Wrong(with(EVENT, "slug", "\"events\""), "slug", "must not be a word that paths"),
        new Wrong(with(EVENT, "slug", "\"webhooks\""), "slug", "must not be a word that paths"),
        new Wrong(without(EVENT, "ticket_types"), "ticket_types", missing),
        new Wrong(with(EVENT, "ticket_types", "{}"), "ticket_types", "must be an array"),
        new Wrong(with(EVENT, "ticket_types", "[1]"), "ticket_types[0]", "must be an object"),
        new Wrong(with(EVENT, "ticket_types[1].price", "5"), "ticket_types[1].price", unknown),
        new Wrong(without(EVENT, "ticket_types[1].slug"), "ticket_types[1].slug", missing),
        new Wrong(with(EVENT, "ticket_types[1].id", "1"), "ticket_types[1].id", "is there", false),
        new Wrong(
            with(EVENT, "ticket_types[1].slug", "\"adult\""),
            "ticket_types[1].slug",
            "is there twice",
            false),
        new Wrong(with(CHECKIN_LIST, "event", "\"events\""), "event", "must not be a word"),
        new Wrong(with(CHECKIN_LIST, "ticket_types", "\"adult\""), "ticket_types", "must be an"),
        new Wrong(with(CHECKIN_LIST, "ticket_types", "[\"1\"]"), "ticket_types[0]", slug),
        new Wrong(
            with(CHECKIN_LIST, "ticket_types", "[\"a\",\"b\",\"a\"]"),
            "ticket_types[2]",
            "is there twice"),
        new Wrong(without(ORDER, "account"), "account", missing),
        new Wrong(without(ORDER, "event"), "event", missing),
        new Wrong(without(ORDER, "id"), "id", missing),
        new Wrong(without(ORDER, "reference"), "reference", missing),
        new Wrong(without(ORDER, "state"), "state", missing),
        new Wrong(without(ORDER, "payment_state"), "payment_state", missing),
        new Wrong(without(ORDER, "currency"), "currency", missing),
        new Wrong(without(ORDER, "amount"), "amount", missing),
        new Wrong(without(ORDER, "created_at"), "created_at", missing),
        new Wrong(without(ORDER, "updated_at"), "updated_at", missing),
        new Wrong(without(ORDER, "tickets"), "tickets", missing),
        new Wrong(
            with(ORDER, "state", "\"canceled\""),
            "state",
            "must be one of pending, confirmed, cancelled"),
        new Wrong(with(ORDER, "state", "\"CONFIRMED\""), "state", "must be one of"),
        new Wrong(
            with(ORDER, "payment_state", "\"free\""),
            "payment_state",
            "must be one of unpaid, paid, partially_refunded, refunded"),
        new Wrong(with(ORDER, "test_mode", "\"no\""), "test_mode", "must be true or false"),
        new Wrong(with(ORDER, "customer", "\"Zoë\""), "customer", "must be an object"),
        new Wrong(with(ORDER, "customer.name", "\"Zoë\""), "customer.name", unknown),
        new Wrong(with(ORDER, "customer.email", "5"), "customer.email", "must be a text"),
        new Wrong(
            with(ORDER, "customer.address", "\"x\""), "customer.address", "must be an object"),
        new Wrong(with(ORDER, "customer.address.zip", "\"x\""), "customer.address.zip", unknown),
        new Wrong(
            with(ORDER, "customer.address.city", "\"" + "x".repeat(10_001) + "\""),
            "customer.address.city",
            "must have at most 10000 characters"),
        new Wrong(with(ORDER, "currency", "\"eur\""), "currency", "must be three capital letters"),
        new Wrong(with(ORDER, "currency", "\"EURO\""), "currency", "must be three capital letters"),
        new Wrong(with(ORDER, "amount", "49.99"), "amount", integer),
        new Wrong(with(ORDER, "amount", "5e3"), "amount", integer, false),
        new Wrong(with(ORDER, "amount", "-1"), "amount", "must not be negative"),
        new Wrong(with(ORDER, "amount", "9007199254740992"), "amount", integer),
        new Wrong(with(ORDER, "amount_refunded", "-1"), "amount_refunded", "must not be negative"),
        new Wrong(with(ORDER, "invoice", "[]"), "invoice", "must be an object"),
        new Wrong(with(ORDER, "invoice.paid", "1"), "invoice.paid", "must be true or false"),
        new Wrong(
            with(ORDER, "invoice.due_at", "\"15.3.2026\""), "invoice.due_at", "must be an RFC"),
        new Wrong(
            with(ORDER, "invoice.due_at", "\"2026-02-30\""), "invoice.due_at", "must be an", false),
        new Wrong(
            with(ORDER, "invoice.line_items", "{}"), "invoice.line_items", "must be an array"),
        new Wrong(
            with(ORDER, "invoice.line_items[0].price", "1"),
            "invoice.line_items[0].price",
            unknown),
        new Wrong(
            with(ORDER, "invoice.line_items[0].quantity", "-1"),
            "invoice.line_items[0].quantity",
            "must not be negative"),
        new Wrong(
            with(ORDER, "invoice.taxes[0].amount", "7.98"), "invoice.taxes[0].amount", integer),
        new Wrong(
            with(ORDER, "invoice.discount", "-1"), "invoice.discount", "must not be negative"),
        new Wrong(with(ORDER, "responses", "[]"), "responses", "must be an object"),
        new Wrong(
            with(ORDER, "responses.diet", "[{\"a\":\"" + "x".repeat(10_001) + "\"}]"),
            "responses",
            "must have at most",
            false),
        new Wrong(with(ORDER, "created_at", "\"2026-03-01T10:00:00\""), "created_at", time),
        new Wrong(with(ORDER, "created_at", "\"2026-03-01\""), "created_at", time),
        new Wrong(with(ORDER, "created_at", "\"2026-03-01 10:00:00Z\""), "created_at", time),
        new Wrong(with(ORDER, "created_at", "\"2026-13-01T10:00:00Z\""), "created_at", time),
        new Wrong(with(ORDER, "created_at", "\"2026-02-29T10:00:00Z\""), "created_at", time, false),
        new Wrong(with(ORDER, "created_at", "\"2026-03-01T10:00:00+24:00\""), "created_at", time),
        new Wrong(with(ORDER, "created_at", "1772359200"), "created_at", time),
        new Wrong(with(ORDER, "updated_at", "null"), "updated_at", "must not be null"),
        new Wrong(
            with(ORDER, "qr_code_identifier", "\"a\\nb\""),
            "qr_code_identifier",
            "must be a text of 1 to 512 bytes"),
        new Wrong(
            with(ORDER, "qr_code_identifier", "\"" + "a".repeat(513) + "\""),
            "qr_code_identifier",
            "must be a text of 1 to 512 bytes"),
        new Wrong(
            with(ORDER, "qr_code_identifier", "\"sha256-" + "a".repeat(43) + "\""),
            "qr_code_identifier",
            "must be a text of 1 to 512 bytes"),
        new Wrong(
            with(ORDER, "qr_code_identifier", "\"\""), "qr_code_identifier", "must be a text"),
        new Wrong(with(ORDER, "tickets", "null"), "tickets", "must not be null"),
        new Wrong(
            with(ORDER, "tickets", "[" + "{},".repeat(1000) + "{}]"),
            "tickets",
            "must have at most 1000 elements"),
        new Wrong(with(ORDER, "tickets", "[[]]"), "tickets[0]", "must be an object"),
        new Wrong(with(ORDER, "tickets[1].seat", "\"A\""), "tickets[1].seat", unknown),
        new Wrong(without(ORDER, "tickets[1].id"), "tickets[1].id", missing),
        new Wrong(without(ORDER, "tickets[1].reference"), "tickets[1].reference", missing),
        new Wrong(without(ORDER, "tickets[1].state"), "tickets[1].state", missing),
        new Wrong(without(ORDER, "tickets[1].ticket_type"), "tickets[1].ticket_type", missing),
        new Wrong(without(ORDER, "tickets[1].created_at"), "tickets[1].created_at", missing),
        new Wrong(without(ORDER, "tickets[1].updated_at"), "tickets[1].updated_at", missing),
        new Wrong(
            with(ORDER, "tickets[1].state", "\"voided\""),
            "tickets[1].state",
            "must be one of valid, void"),
        new Wrong(with(ORDER, "tickets[1].name", "{}"), "tickets[1].name", "must be a text"),
        new Wrong(
            with(ORDER, "tickets[1].ticket_type", "{\"id\":1}"), "tickets[1].ticket_type", slug),
        new Wrong(with(ORDER, "tickets[1].updated_at", "\"now\""), "tickets[1].updated_at", time));
  }

  @ParameterizedTest
  @MethodSource("wrong")
  void wrongLine_isRefused_byFieldAndReason(Wrong wrong) {
    RefusedLine refusal = assertThrows(RefusedLine.class, () -> ImportLines.read(wrong.line()));

    assertEquals(wrong.field(), refusal.field());
    assertTrue(refusal.reason().startsWith(wrong.reason()), refusal.reason());
    boolean fits = schema.validate(wrong.line(), InputFormat.JSON).isEmpty();
    assertEquals(wrong.seenBySchema(), !fits, "refused by the schema");
  }

  static Stream<String> notJson() {
    return Stream.of(
        "hello",
        "[]",
        "null",
        "{",
        ACCOUNT + ACCOUNT,
        "{\"kind\":\"account\",\"slug\":\"acme\",\"slug\":\"acme\",\"name\":\"A\"}",
        "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":\"\\ud83c\"}",
        "{'kind':'account'}",
        "{\"kind\":\"account\",\"slug\":\"acme\",\"name\":NaN}",
        "{\"kind\":" + "[".repeat(5000) + "]".repeat(5000) + "}");
  }

  @ParameterizedTest
  @MethodSource("notJson")
  void lineThatIsNoJsonObject_isRefused_withoutRepeatingIt(String line) {
    RefusedLine refusal = assertThrows(RefusedLine.class, () -> ImportLines.read(line));

    assertNull(refusal.field());
    assertTrue(refusal.reason().startsWith("column "), refusal.reason());
    assertFalse(refusal.getMessage().contains("acme"), refusal.getMessage());
  }
}
