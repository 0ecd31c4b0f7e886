package io.doorlist.cli.tickets;

import io.doorlist.cli.console.Failure;
import io.doorlist.cli.console.FailureType;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.PaymentState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.order.TicketTerms;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.order.OrderStore;
import io.doorlist.table.Table;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.stream.LongStream;

/**
 * An event's test tickets, for trying out its doors before the evening. Only phones that are paired
 * for test data accept them. They never count as guests. Thread-safe.
 */
public record Rehearsal(Table table, String account) {
  /** The number of test tickets, which fit on one page. */
  private static final int TICKETS = 8;

  /**
   * The ids of test tickets follow this one. The ids of guest lists begin after those of test
   * tickets.
   */
  private static final long FIRST_ID = (1L << 53) - 2_000_000_000_001_000L;

  /**
   * Creates the test tickets, unless they exist.
   *
   * @throws Failure if the event has no ticket types yet, or if the import refuses a test ticket
   */
  public void prepare(Event event) {
    if (event.ticketTypes().isEmpty()) {
      throw new Failure(
          FailureType.NO_TYPES, "the event has no ticket types yet: import a list first");
    }
    Instant now = table.clock().instant().truncatedTo(ChronoUnit.MILLIS);
    List<Order> missing =
        LongStream.rangeClosed(1, TICKETS)
            .filter(number -> !isThere(event, FIRST_ID + number))
            .mapToObj(number -> order(event, number, now))
            .toList();
    if (missing.isEmpty()) {
      return;
    }
    ImportStore store = new ImportStore(table, false, () -> {});
    for (ImportOutcome outcome : store.putOrders(account, event.slug(), missing)) {
      if (outcome.kind() != ImportOutcome.Kind.CREATED) {
        throw new Failure(
            FailureType.NOT_ACCEPTED,
            outcome.reason(),
            "a test ticket cannot be made: " + outcome.reason());
      }
    }
    store.settle();
  }

  private boolean isThere(Event event, long id) {
    return new OrderStore(table).find(account, event.slug(), id).isPresent();
  }

  private static Order order(Event event, long number, Instant now) {
    List<TicketType> types = event.ticketTypes();
    String name = "Test " + number;
    String reference = "TEST-" + number;
    Ticket ticket =
        new Ticket(
            FIRST_ID + number,
            reference,
            TicketState.VALID,
            name,
            null,
            null,
            types.get((int) ((number - 1) % types.size())).slug(),
            JsonObject.EMPTY,
            null,
            now,
            now,
            TicketTerms.NONE,
            false);
    Customer customer = new Customer(null, name, null, null, null, null, Address.UNKNOWN);
    return new Order(
        FIRST_ID + number,
        reference,
        Mode.TEST,
        OrderState.CONFIRMED,
        PaymentState.PAID,
        customer,
        now,
        now,
        Event.NO_CURRENCY,
        0,
        0,
        null,
        JsonObject.EMPTY,
        null,
        List.of(ticket),
        false,
        false);
  }
}
