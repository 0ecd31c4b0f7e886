package io.doorlist.cli.importing;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.SampleLines;
import io.doorlist.domain.Mode;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class PretixFileTest {
  private final CommandTable table = new CommandTable();

  @BeforeEach
  void open() throws IOException {
    table.runWith(SampleLines.ACCOUNT + "\n" + SampleLines.EVENT, "import", "-");
    run(resource("pretix-items.json"));
  }

  @Test
  void pretix_pageOfOrders_isImported() throws IOException {
    CommandResult result = run(resource("pretix-orders.json"));

    assertEquals(1, result.status());
    assertEquals("3 created, 0 changed, 1 unchanged, 1 refused\n", result.out(), result.err());
    assertEquals(
        "order 4 (spring-gala/BAD00): status: must be one of n, p, e, c, r\n", result.err());
    Order order = order(id("ABC12"));
    assertEquals("ABC12", order.reference());
    assertEquals(Mode.LIVE, order.mode());
    assertEquals(OrderState.CONFIRMED, order.state());
    assertEquals(PaymentState.PARTIALLY_REFUNDED, order.paymentState());
    assertEquals(4650, order.amount());
    assertEquals(2350, order.amountRefunded());
    assertEquals("EUR", order.currency());
    assertEquals(Instant.parse("2026-03-02T11:30:00.250Z"), order.updatedAt());
    assertEquals(
        new Customer(
            "Peter",
            "Exempel",
            "peter@example.org",
            "+447700900123",
            "Sample company",
            "EU123456789",
            new Address("Test street 12", "Testington", null, "12345", null, "DE")),
        order.customer());
    Ticket first = order.tickets().getFirst();
    assertEquals(23442, first.id());
    assertEquals("ABC12-1", first.reference());
    assertEquals(TicketState.VALID, first.state());
    assertEquals("Zoë Exempel", first.name());
    assertEquals("item-1345-76", first.ticketType());
    assertEquals("{\"WY3TP9SL\":\"vegan\"}", first.responses().text());
    assertEquals("z3fsn8jyufm5kpk768q69gkbyr5f4h6w", first.qrCodeIdentifier());
    assertEquals(TicketState.VOID, order.tickets().getLast().state());
    assertEquals("item-1345-77", order.tickets().getLast().ticketType());
  }

  /** Issue 54: one order ended the import, whatever came before and after it. */
  @Test
  void pretix_orderOfAnUnknownProduct_isRefused_andTheOthersAreImported() throws IOException {
    String orders = resource("pretix-orders.json");
    int first = orders.indexOf("\"item\": 1345");
    String unknown = orders.substring(0, first) + orders.substring(first).replaceFirst("1345", "9");

    CommandResult result = run(unknown);

    assertEquals("2 created, 0 changed, 1 unchanged, 2 refused\n", result.out(), result.err());
    String said =
        "order 1 (spring-gala/ABC12): nothing says what 'item-9-76' is called: import the file of"
            + " the event's products before the orders\n";
    assertTrue(result.err().startsWith(said), result.err());
    // The products come, and then the order.
    run(resource("pretix-items.json").replace("1345", "9"));
    assertTrue(run(unknown).out().startsWith("1 created, 0 changed"));
  }

  @Test
  void pretix_statesAreMapped() throws IOException {
    run(resource("pretix-orders.json"));

    Order pending = order(id("0AB34"));
    assertEquals(OrderState.PENDING, pending.state());
    assertEquals(PaymentState.UNPAID, pending.paymentState());
    assertEquals(Mode.TEST, pending.mode());
    assertEquals(Customer.UNKNOWN, pending.customer());
    Order expired = order(id("EXP99"));
    assertEquals(OrderState.CANCELLED, expired.state());
    assertEquals(PaymentState.UNPAID, expired.paymentState());
    assertEquals("Erika Beispiel", expired.customer().lastName());
    assertEquals("Testikistan", expired.customer().address().country());
  }

  @Test
  void import_keepsPeopleOutOfMessages() throws IOException {
    String broken =
        resource("pretix-orders.json")
            .replace("\"datetime\": \"2026", "\"datetime\": \"Zoë 2026")
            .replace("\"total\": \"0.00\"", "\"total\": \"Zoë\"");

    CommandResult result = run(broken);

    assertEquals("0 created, 0 changed, 1 unchanged, 4 refused\n", result.out());
    assertFalse(result.err().contains("Zoë"), result.err());
    assertTrue(result.err().startsWith("order 1 (spring-gala/ABC12): created_at"), result.err());
  }

  @Test
  void import_saysInOneLine_thatAFileIsOfAnotherKind_orThereIsNoAccount() throws IOException {
    for (String text : List.of("hello", "{}", "[]", "{}\n{}", "Ticket,Price\nAdult,\"never ends")) {
      assertRefused(run(text));
    }
    String orders = resource("pretix-orders.json");
    assertRefused(
        table.runWith(
            orders,
            "import - --from=pretix --account=acme --event=sampleconf=autumn-gala --currency=EUR"
                .split(" ")));
    CommandResult result = table.runWith(orders, "import - --from=pretix --account=new".split(" "));
    assertRefused(result);
    assertTrue(result.err().contains("there is no account 'new'"), result.err());
  }

  private static void assertRefused(CommandResult result) {
    assertEquals(1, result.status());
    assertEquals("0 created, 0 changed, 0 unchanged, 0 refused\n", result.out());
    assertEquals(1, result.err().lines().count(), result.err());
  }

  private CommandResult run(String text) {
    return table.runWith(
        text,
        "import",
        "-",
        "--from=pretix",
        "--account=acme",
        "--event=sampleconf=spring-gala",
        "--currency=EUR");
  }

  private Order order(long id) {
    return table.stores().orders().find("acme", "spring-gala", id).orElseThrow();
  }

  private static long id(String code) {
    return Long.parseLong("1" + code, 36);
  }

  private static String resource(String name) throws IOException {
    try (InputStream in = PretixFileTest.class.getResourceAsStream("/" + name)) {
      return new String(in.readAllBytes(), StandardCharsets.UTF_8);
    }
  }
}
