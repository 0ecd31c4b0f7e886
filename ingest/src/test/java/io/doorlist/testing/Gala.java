package io.doorlist.testing;

import io.doorlist.domain.Account;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.Customer;
import io.doorlist.domain.Event;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.IdempotencyKey;
import io.doorlist.domain.ImportOutcome;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.PaymentState;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.TicketType;
import io.doorlist.ingest.ImportStore;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;

/** An event with three types of tickets and three lists, and orders for it. */
public final class Gala {
  public static final String ACCOUNT = "acme";
  public static final String EVENT = "gala";
  static final Instant BOUGHT = Instant.parse("2026-03-01T10:00:00Z");
  public static final PageRequest ALL = new PageRequest(1, 250);
  public static final long MAIN = 1;
  public static final long VIP = 2;
  public static final long EVERYONE = 3;

  private final Stores stores;
  private final ImportStore importer;

  public Gala(Stores stores) {
    this.stores = stores;
    this.importer = ImportStore.of(stores, false);
    importer.putAccount(new Account(ACCOUNT, "Acme"));
    importer.putEvent(event());
    list(MAIN, "adult", "child");
    list(VIP, "vip");
    importer.putCheckinList(ACCOUNT, EVENT, EVERYONE, "Everyone", true, List.of());
  }

  static Event event() {
    return new Event(
        ACCOUNT,
        7,
        EVENT,
        "Gala",
        List.of(
            new TicketType(1, "adult", "Adult"),
            new TicketType(2, "child", "Child"),
            new TicketType(3, "vip", "VIP")));
  }

  public ImportStore importer() {
    return importer;
  }

  public ImportOutcome list(long id, String... types) {
    return importer.putCheckinList(ACCOUNT, EVENT, id, "Door " + id, false, List.of(types));
  }

  public ImportOutcome put(Order order) {
    return importer.putOrder(ACCOUNT, EVENT, order);
  }

  public EventDefinition definition() {
    return stores.events().readDefinition(ACCOUNT, EVENT).orElseThrow();
  }

  public CheckinList list(long id) {
    return definition().list(id).orElseThrow();
  }

  public long count(long list) {
    return stores
        .checkins()
        .counts(ACCOUNT, EVENT, Mode.LIVE, List.of(list(list)))
        .getFirst()
        .count();
  }

  /** Makes an order with one ticket of each type named; its code is "o" and its id. */
  public static Order order(long id, String... types) {
    List<Ticket> tickets = new ArrayList<>();
    for (int i = 0; i < types.length; i++) {
      tickets.add(ticket(id * 10_000 + i, types[i]));
    }
    return new Order(
        id,
        "R" + id,
        Mode.LIVE,
        OrderState.CONFIRMED,
        PaymentState.PAID,
        Customer.UNKNOWN,
        BOUGHT,
        BOUGHT,
        "EUR",
        5000,
        0,
        null,
        JsonObject.EMPTY,
        "o" + id,
        tickets);
  }

  /** Makes a ticket; its code is "t" and its id. */
  public static Ticket ticket(long id, String type) {
    return new Ticket(
        id,
        "T" + id,
        TicketState.VALID,
        "Guest " + id,
        null,
        null,
        type,
        JsonObject.EMPTY,
        "t" + id,
        BOUGHT,
        BOUGHT);
  }

  public static Order with(Order order, OrderState state, UnaryOperator<Ticket> change) {
    return new Order(
        order.id(),
        order.reference(),
        order.mode(),
        state,
        order.paymentState(),
        order.customer(),
        order.createdAt(),
        order.updatedAt().plusSeconds(1),
        order.currency(),
        order.amount(),
        order.amountRefunded(),
        order.invoice(),
        order.responses(),
        order.qrCodeIdentifier(),
        order.tickets().stream().map(change).toList());
  }

  public static Ticket with(Ticket ticket, TicketState state, String type) {
    return new Ticket(
        ticket.id(),
        ticket.reference(),
        state,
        ticket.name(),
        ticket.email(),
        ticket.phoneNumber(),
        type,
        ticket.responses(),
        ticket.qrCodeIdentifier(),
        ticket.createdAt(),
        ticket.updatedAt());
  }

  public static CheckinCommand command(String token, String key) {
    IdempotencyKey idempotency = key == null ? null : new IdempotencyKey(key, "request of " + key);
    return new CheckinCommand(
        Mode.LIVE, token, true, true, null, idempotency, Instant.now().plusSeconds(60));
  }
}
