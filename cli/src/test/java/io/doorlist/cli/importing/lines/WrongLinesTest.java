package io.doorlist.cli.importing.lines;

import static io.doorlist.cli.SampleLines.ACCOUNT;
import static io.doorlist.cli.SampleLines.CHECKIN_LIST;
import static io.doorlist.cli.SampleLines.EVENT;
import static io.doorlist.cli.SampleLines.ORDER;
import static io.doorlist.cli.SampleLines.with;
import static io.doorlist.cli.SampleLines.without;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.networknt.schema.InputFormat;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every wrong line is refused with its field and the reason, and by the schema if it can see the
 * fault.
 */
class WrongLinesTest extends SchemaFixture {
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

  static Stream<Wrong> wrong() {
    String slug = "must be a slug";
    String unknown = "is not a member that is known here";
    String integer = "must be an integer below 2^53";
    String time = "must be an RFC 3339 timestamp with a zone";
    return Stream.of(
        new Wrong("{\"slug\":\"acme\"}", "kind", MISSING),
        new Wrong(with(ACCOUNT, "kind", "\"organiser\""), "kind", "must be one of account, event,"),
        new Wrong(with(ACCOUNT, "slug", "\"007\""), "slug", slug),
        new Wrong(with(ACCOUNT, "slug", "7"), "slug", slug),
        new Wrong(without(ACCOUNT, "slug"), "slug", MISSING),
        new Wrong(without(ACCOUNT, "name"), "name", MISSING),
        new Wrong(with(ACCOUNT, "name", "null"), "name", "must not be null"),
        new Wrong(with(ACCOUNT, "name", "\" \""), "name", "must not be empty"),
        new Wrong(with(ACCOUNT, "name", "5"), "name", "must be a text"),
        new Wrong(with(ACCOUNT, "nmae", "\"Acme\""), "nmae", unknown),
        new Wrong(with(ACCOUNT, "Ada Example", "1"), "?", unknown),
        new Wrong(with(EVENT, "id", "0"), "id", "must be an integer from 1 to 2^53 - 1"),
        new Wrong(with(EVENT, "id", "9007199254740992"), "id", integer),
        new Wrong(with(EVENT, "id", "7.5"), "id", integer),
        new Wrong(with(EVENT, "id", "7.0"), "id", integer, false),
        new Wrong(with(EVENT, "account", "\"12\""), "account", slug),
        new Wrong(with(EVENT, "slug", "\"events\""), "slug", "must not be a word that paths"),
        new Wrong(with(EVENT, "time_zone", "\"Mars\""), "time_zone", "must be a time zone", false),
        new Wrong(with(EVENT, "areas", "[{\"slug\":\"a\"}]"), "areas[0].name", MISSING),
        new Wrong(area("\"capacity\":0"), "areas[0].capacity", "must be an integer from 1 to"),
        new Wrong(area("\"empties_at\":\"4:00\""), "areas[0].empties_at", "must be a time of day"),
        new Wrong(area("\"capacity\":1},{\"slug\":\"b\""), "areas[1].name", MISSING),
        new Wrong(
            with(CHECKIN_LIST, "reentry", "\"often\""),
            "reentry",
            "must be one of never, after_exit, always"),
        new Wrong(without(EVENT, "ticket_types"), "ticket_types", MISSING),
        new Wrong(with(EVENT, "ticket_types", "{}"), "ticket_types", "must be an array"),
        new Wrong(with(EVENT, "ticket_types", "[1]"), "ticket_types[0]", "must be an object"),
        new Wrong(with(EVENT, "ticket_types[1].price", "5"), "ticket_types[1].price", unknown),
        new Wrong(without(EVENT, "ticket_types[1].slug"), "ticket_types[1].slug", MISSING),
        new Wrong(
            with(EVENT, "ticket_types[1].id", "1"), "ticket_types[1].id", "occurs twice", false),
        new Wrong(
            with(EVENT, "ticket_types[1].slug", "\"adult\""),
            "ticket_types[1].slug",
            "occurs twice",
            false),
        new Wrong(with(CHECKIN_LIST, "event", "\"events\""), "event", "must not be a word"),
        new Wrong(with(CHECKIN_LIST, "ticket_types", "\"adult\""), "ticket_types", "must be an"),
        new Wrong(with(CHECKIN_LIST, "ticket_types", "[\"1\"]"), "ticket_types[0]", slug),
        new Wrong(
            with(CHECKIN_LIST, "ticket_types", "[\"a\",\"b\",\"a\"]"),
            "ticket_types[2]",
            "occurs twice"),
        new Wrong(
            with(ORDER, "state", "\"canceled\""),
            "state",
            "must be one of pending, confirmed, cancelled"),
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
        new Wrong(with(ORDER, "amount", "49.99"), "amount", integer),
        new Wrong(with(ORDER, "amount", "5e3"), "amount", integer, false),
        new Wrong(with(ORDER, "amount", "-1"), "amount", "must not be negative"),
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
        new Wrong(with(ORDER, "created_at", "\"2026-02-29T10:00:00Z\""), "created_at", time, false),
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
        new Wrong(
            with(ORDER, "tickets[1].state", "\"voided\""),
            "tickets[1].state",
            "must be one of valid, void"),
        new Wrong(with(ORDER, "tickets[1].name", "{}"), "tickets[1].name", "must be a text"),
        new Wrong(
            with(ORDER, "tickets[1].ticket_type", "{\"id\":1}"), "tickets[1].ticket_type", slug),
        new Wrong(with(ORDER, "tickets[1].updated_at", "\"now\""), "tickets[1].updated_at", time));
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
  @MethodSource({"wrong", "incomplete"})
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
