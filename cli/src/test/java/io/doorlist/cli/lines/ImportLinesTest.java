package io.doorlist.cli.lines;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.ORDER;
import static io.doorlist.cli.SampleLines.SMALLEST_ORDER;
import static io.doorlist.cli.SampleLines.with;
import static io.doorlist.cli.SampleLines.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import io.doorlist.cli.SampleLines;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What is read of a complete line, {@code ExportCommandTest} shows. Every wrong line is refused
 * with its field and the reason, and by the schema if it can see the fault.
 */
class ImportLinesTest {
  private static final Schema SCHEMA = SampleLines.schema();

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
        with(EVENT, "desk", "{\"notes_at\":\"door\"}"),
        with(EVENT, "desk", "{\"notes_at\":null}"),
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
        with(ORDER, "tickets[0].shown", "null"),
        with(
            ORDER,
            "tickets[0].shown",
            "[{\"title\":\"Table\",\"value\":\"" + "7".repeat(100) + "\"}]"),
        with(ORDER, "created_at", "\"2026-03-01T10:00:00.5+0000\""),
        with(ORDER, "tickets[0].name", "\"" + "🎟".repeat(10_000) + "\""));
  }

  @ParameterizedTest
  @MethodSource("right")
  void rightLine_isRead_andFitsTheSchema(String line) {
    assertEquals(List.of(), SCHEMA.validate(line, InputFormat.JSON));
    try {
      ImportLines.read(line);
    } catch (RefusedLine e) {
      throw new AssertionError(e);
    }
  }

  private static final String MISSING = "is missing";

  /**
   * A wrong line.
   *
   * @param field the member that the refusal names
   * @param seenBySchema whether a schema can say so too
   */
  record Wrong(String line, String field, String reason, boolean seenBySchema) {
    Wrong(String line, String field, String reason) {
      this(line, field, reason, true);
    }
  }

  private static String area(String member) {
    return with(EVENT, "areas", "[{\"slug\":\"a\",\"name\":\"A\"," + member + "}]");
  }

  /**
   * Each row has a line, a member, the field of the refusal if it is not the member, and how its
   * reason begins. The member is set to the value after {@code =}, or removed if there is no value.
   * A minus at the end means that no schema can say so.
   */
  private static final String TABLE =
      """
      ACCOUNT | kind="organiser" || must be one of account, event,
      ACCOUNT | slug="007" || must be a slug
      ACCOUNT | slug=7 || must be a slug
      ACCOUNT | slug || is missing
      ACCOUNT | name || is missing
      ACCOUNT | name=null || must not be null
      ACCOUNT | name=" " || must not be empty
      ACCOUNT | name=5 || must be a text
      ACCOUNT | nmae="Acme" || is not a member that is known here
      ACCOUNT | Ada Example=1 | ? | is not a member that is known here
      EVENT | id=0 || must be an integer from 1 to 2^53 - 1
      EVENT | id=9007199254740992 || must be an integer below 2^53
      EVENT | id=7.5 || must be an integer below 2^53
      EVENT | id=7.0 || must be an integer below 2^53 -
      EVENT | account="12" || must be a slug
      EVENT | slug="events" || must not be a word that paths
      EVENT | time_zone="Mars" || must be a time zone -
      EVENT | areas=[{"slug":"a"}] | areas[0].name | is missing
      EVENT | desk={"notes_at":"bar"} | desk.notes_at | must be one of desk, door
      CHECKIN_LIST | reentry="often" || must be one of never, after_exit, always
      EVENT | ticket_types || is missing
      EVENT | ticket_types={} || must be an array
      EVENT | ticket_types=[1] | ticket_types[0] | must be an object
      EVENT | ticket_types[1].cost=5 || is not a member that is known here
      EVENT | ticket_types[1].price=-5 || must not be negative
      EVENT | ticket_types[1].slug || is missing
      EVENT | ticket_types[1].id=1 || occurs twice -
      EVENT | ticket_types[1].slug="adult" || occurs twice -
      CHECKIN_LIST | event="events" || must not be a word
      CHECKIN_LIST | ticket_types="adult" || must be an
      CHECKIN_LIST | ticket_types=["1"] | ticket_types[0] | must be a slug
      CHECKIN_LIST | ticket_types=["a","b","a"] | ticket_types[2] | occurs twice
      ORDER | state="canceled" || must be one of pending, confirmed, cancelled
      ORDER | payment_state="free" || must be one of unpaid, paid, partially_refunded, refunded
      ORDER | test_mode="no" || must be true or false
      ORDER | customer="Zoë" || must be an object
      ORDER | customer.name="Zoë" || is not a member that is known here
      ORDER | customer.email=5 || must be a text
      ORDER | customer.address="x" || must be an object
      ORDER | customer.address.zip="x" || is not a member that is known here
      ORDER | currency="eur" || must be three capital letters
      ORDER | amount=49.99 || must be an integer below 2^53
      ORDER | amount=5e3 || must be an integer below 2^53 -
      ORDER | amount=-1 || must not be negative
      ORDER | amount_refunded=-1 || must not be negative
      ORDER | invoice=[] || must be an object
      ORDER | invoice.paid=1 || must be true or false
      ORDER | invoice.due_at="15.3.2026" || must be an RFC
      ORDER | invoice.due_at="2026-02-30" || must be an -
      ORDER | invoice.line_items={} || must be an array
      ORDER | invoice.line_items[0].price=1 || is not a member that is known here
      ORDER | invoice.line_items[0].quantity=-1 || must not be negative
      ORDER | invoice.taxes[0].amount=7.98 || must be an integer below 2^53
      ORDER | invoice.discount=-1 || must not be negative
      ORDER | responses=[] || must be an object
      ORDER | created_at="2026-03-01T10:00:00" || must be an RFC 3339 timestamp with a zone
      ORDER | created_at="2026-02-29T10:00:00Z" || must be an RFC 3339 timestamp with a zone -
      ORDER | updated_at=null || must not be null
      ORDER | qr_code_identifier="a\\nb" || must be a text of 1 to 512 bytes
      ORDER | qr_code_identifier="" || must be a text
      ORDER | tickets=null || must not be null
      ORDER | tickets=[[]] | tickets[0] | must be an object
      ORDER | tickets[1].seat="A" || is not a member that is known here
      ORDER | tickets[1].shown=[{"title":"Table"}] | tickets[1].shown[0].value | is missing
      ORDER | tickets[1].shown=[{"title":" ","value":"7"}] | tickets[1].shown[0].title | must not be empty
      ORDER | tickets[1].shown={} || must be an array
      ORDER | tickets[1].state="voided" || must be one of valid, void
      ORDER | tickets[1].name={} || must be a text
      ORDER | tickets[1].ticket_type={"id":1} || must be a slug
      ORDER | tickets[1].updated_at="now" || must be an RFC 3339 timestamp with a zone
      """;

  private static final Map<String, String> LINES =
      Map.of("ACCOUNT", ACCOUNT, "EVENT", EVENT, "CHECKIN_LIST", CHECKIN_LIST, "ORDER", ORDER);

  static Stream<Wrong> wrong() {
    return TABLE.lines().map(ImportLinesTest::row);
  }

  private static Wrong row(String row) {
    String[] cells = row.split(" ?\\| ?", -1);
    String[] member = cells[1].split("=", 2);
    String line = LINES.get(cells[0]);
    boolean seen = !cells[3].endsWith(" -");
    return new Wrong(
        member.length == 1 ? without(line, member[0]) : with(line, member[0], member[1]),
        cells[2].isEmpty() ? member[0] : cells[2],
        seen ? cells[3] : cells[3].substring(0, cells[3].length() - 2),
        seen);
  }

  static Stream<Wrong> more() {
    String code = "must be a text of 1 to 512 bytes";
    return Stream.of(
        new Wrong("{\"slug\":\"acme\"}", "kind", MISSING),
        new Wrong(area("\"capacity\":0"), "areas[0].capacity", "must be an integer from 1 to"),
        new Wrong(area("\"empties_at\":\"4:00\""), "areas[0].empties_at", "must be a time of day"),
        new Wrong(area("\"capacity\":1},{\"slug\":\"b\""), "areas[1].name", MISSING),
        new Wrong(
            with(ORDER, "customer.address.city", text("x", 10_001)),
            "customer.address.city",
            "must have at most 10000 characters"),
        new Wrong(
            with(ORDER, "responses.diet", "[{\"a\":" + text("x", 10_001) + "}]"),
            "responses",
            "must have at most",
            false),
        new Wrong(with(ORDER, "qr_code_identifier", text("a", 513)), "qr_code_identifier", code),
        new Wrong(
            with(ORDER, "qr_code_identifier", text("sha256-" + "a".repeat(43), 1)),
            "qr_code_identifier",
            code),
        new Wrong(
            with(ORDER, "tickets", "[" + "{},".repeat(1000) + "{}]"),
            "tickets",
            "must have at most 1000 elements"));
  }

  private static String text(String part, int times) {
    return "\"" + part.repeat(times) + "\"";
  }

  /** Orders without a member that they must have. */
  static Stream<Wrong> incomplete() {
    return Stream.of(
            ("account event id reference state payment_state currency amount created_at "
                    + "updated_at tickets tickets[1].id tickets[1].reference tickets[1].state "
                    + "tickets[1].ticket_type tickets[1].created_at tickets[1].updated_at")
                .split(" "))
        .map(member -> new Wrong(without(ORDER, member), member, MISSING));
  }

  @ParameterizedTest
  @MethodSource({"wrong", "more", "incomplete"})
  void wrongLine_isRefused_byFieldAndReason(Wrong wrong) {
    RefusedLine refusal = assertThrows(RefusedLine.class, () -> ImportLines.read(wrong.line()));

    assertEquals(wrong.field(), refusal.field());
    assertTrue(refusal.reason().startsWith(wrong.reason()), refusal.reason());
    boolean fits = SCHEMA.validate(wrong.line(), InputFormat.JSON).isEmpty();
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
