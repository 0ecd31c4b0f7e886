package io.doorlist.cli.importing.guests;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.doorlist.cli.CommandResult;
import io.doorlist.cli.CommandTable;
import io.doorlist.cli.connection.AccountReader;
import io.doorlist.domain.Mode;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;
import io.doorlist.ingest.Payments;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What guests pay at a desk, as options of a list say it. */
class GuestPricesTest {
  private static final String LIST =
      "Name;Type;Status;Quantity\nAnn;Adult;unpaid;2\nBen;Adult;paid;1\nCid;Crew;unpaid;1";

  private final CommandTable table = new CommandTable();

  private CommandResult run(String list, String... more) {
    String[] command =
        Stream.concat(
                Stream.of("import", "-", "--account", "acme", "--event", "gala"), Stream.of(more))
            .toArray(String[]::new);
    return table.runWith(list.getBytes(StandardCharsets.UTF_8), command);
  }

  private Event event() {
    return table.stores().events().readDefinition("acme", "gala").orElseThrow().event();
  }

  private Map<String, Order> orders() {
    return new AccountReader(table.stores().table(), "acme")
        .orders("gala", id -> true)
        .collect(Collectors.toMap(order -> order.tickets().getFirst().name(), order -> order));
  }

  @Test
  void price_isDue_ofWhoIsPending_andALaterListKeepsIt() {
    CommandResult result = run(LIST, "--currency", "EUR", "--price", "Adult=25.00");

    assertEquals(0, result.status(), result.err());
    assertEquals("EUR", event().currency());
    assertTrue(event().deskTerms().takeMoney());
    assertEquals(2500L, event().priceAtDesk("adult"));
    assertEquals(
        Map.of("Ann", 5000L, "Ben", 0L, "Cid", 0L),
        orders().values().stream()
            .collect(Collectors.toMap(order -> order.tickets().getFirst().name(), Order::due)));
    Map<String, String> before = table.items();

    assertEquals(0, run(LIST).status());

    assertEquals(before, table.items());
  }

  @Test
  void listAgain_takesNoPaymentAway() {
    run(LIST, "--currency", "EUR", "--price", "Adult=25.00");
    long ticket = orders().get("Ann").tickets().getFirst().id();
    Payment payment =
        new Payment(
            "5a1d27f0-9c3e-4a86-8f57-2b7c0d1e9a34",
            ticket,
            5000,
            "EUR",
            Instant.parse("2026-09-14T17:00:00Z"),
            "desk",
            "Desk 1");
    PaymentOutcome taken =
        new Payments(table.stores().table())
            .take(
                table.stores().events().readDefinition("acme", "gala").orElseThrow(),
                payment,
                Mode.LIVE,
                Instant.now().plusSeconds(60));
    assertTrue(taken instanceof PaymentOutcome.Taken, taken.toString());
    Map<String, String> before = table.items();

    run(LIST);
    assertEquals(before, table.items());
    run(
        LIST.replace("Ann", "Anne"),
        "--same=2=" + orders().get("Ann").tickets().getFirst().reference());

    assertEquals(List.of(payment), orders().get("Anne").desk().payments());
    assertEquals(0, orders().get("Anne").due());
  }

  @ParameterizedTest
  @CsvSource({
    "--price=Adult=25.00, --price needs a currency",
    "--currency=EUR --price=Adult=much, --price must be an amount such as 25.00",
    "--currency=EUR --price=Adult=-1, --price must be an amount such as 25.00",
    "--currency=EUR --price=Nobody=5, --price: there is no type 'Nobody'",
    "--currency=ZZZ --price=Adult=5, --currency must be the code of a currency"
  })
  void wrongPrices_areRefused(String options, String why) {
    CommandResult result = run(LIST, options.split(" "));

    assertTrue(result.status() != 0 && result.err().contains(why), result.err());
  }
}
