package io.doorlist.checkinlists;

import io.doorlist.domain.Mode;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Imports;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.List;

/**
 * What the tests find in the table: account "acme" with the event "spring-gala", whose list 3
 * admits adults and list 4 everyone. Order 1001 has two adults and a child, 1002 a void adult, 1003
 * is pending, 1004 is of the test mode.
 */
final class SpringGala {
  private static final Instant BOUGHT = Instant.parse("2026-08-02T10:15:30Z");

  private SpringGala() {}

  static void load(Stores stores) {
    ImportStore importer = Imports.into(stores);
    created(importer.putAccount(new Account("acme", "Acme Events")));
    created(
        importer.putEvent(
            new Event(
                "acme",
                7,
                "spring-gala",
                "Spring Gala",
                List.of(
                    new TicketType(1, "adult", "Adult", "Check ID", true),
                    new TicketType(2, "child", "Child")))));
    created(importer.putCheckinList("acme", "spring-gala", Imports.list(3, "Main door", "adult")));
    created(importer.putCheckinList("acme", "spring-gala", Imports.list(4, "Stage")));
    for (Order order :
        List.of(
            order(
                1001,
                "K7QX2",
                Mode.LIVE,
                OrderState.CONFIRMED,
                ticket(9001, "K7QX2-1", TicketState.VALID, "Ada Example", "adult"),
                ticket(9002, "K7QX2-2", TicketState.VALID, null, "adult"),
                ticket(9003, "K7QX2-3", TicketState.VALID, "Tim Example", "child")),
            order(
                1002,
                "V0ID",
                Mode.LIVE,
                OrderState.CONFIRMED,
                ticket(9011, "V0ID-1", TicketState.VOID, null, "adult")),
            order(
                1003,
                "PEND",
                Mode.LIVE,
                OrderState.PENDING,
                ticket(9021, "PEND-1", TicketState.VALID, null, "adult")),
            order(
                1004,
                "TEST",
                Mode.TEST,
                OrderState.CONFIRMED,
                ticket(9031, "TEST-1", TicketState.VALID, null, "adult")))) {
      created(Imports.put(importer, "acme", "spring-gala", order));
    }
    importer.settle();
  }

  private static Order order(
      long id, String reference, Mode mode, OrderState state, Ticket... tickets) {
    return OrderBuilder.order(id)
        .reference(reference)
        .code("o-" + reference)
        .in(mode)
        .in(state)
        .at(BOUGHT)
        .tickets(List.of(tickets))
        .build();
  }

  private static Ticket ticket(
      long id, String reference, TicketState state, String name, String type) {
    return TicketBuilder.ticket(id, type)
        .reference(reference)
        .code("t-" + reference)
        .in(state)
        .name(name)
        .at(BOUGHT)
        .build();
  }

  private static void created(ImportOutcome outcome) {
    if (!outcome.equals(ImportOutcome.CREATED)) {
      throw new IllegalStateException("not created: " + outcome);
    }
  }
}
