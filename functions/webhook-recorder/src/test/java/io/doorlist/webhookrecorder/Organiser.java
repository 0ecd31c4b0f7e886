package io.doorlist.webhookrecorder;

import io.doorlist.domain.Account;
import io.doorlist.domain.Address;
import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.CheckinOutcome;
import io.doorlist.domain.Customer;
import io.doorlist.domain.Event;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.PaymentState;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.TicketType;
import io.doorlist.ingest.ImportStore;
import io.doorlist.store.Stores;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An organiser of events, who brings orders in, changes them, and lets tickets in. */
final class Organiser {
  static final String ACCOUNT = "acme";
  private static final Instant BOUGHT = Instant.parse("2026-08-02T10:15:30Z");

  private final Stores stores;
  private final ImportStore importer;
  private final Map<Long, Order> orders = new HashMap<>();

  Organiser(Stores stores, String... events) {
    this.stores = stores;
    this.importer = ImportStore.of(stores, false);
    importer.putAccount(new Account(ACCOUNT, "Acme Events"));
    for (int i = 0; i < events.length; i++) {
      importer.putEvent(
          new Event(
              ACCOUNT, 7 + i, events[i], "Gala", List.of(new TicketType(1, "adult", "Adult"))));
      importer.putCheckinList(ACCOUNT, events[i], 3, "Main door", true, List.of());
    }
  }

  static Order order(long id, Mode mode, int tickets) {
    List<Ticket> all = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      all.add(
          new Ticket(
              id * 10_000 + i,
              "R" + id + "-" + i,
              TicketState.VALID,
              "Guest " + i,
              null,
              null,
              "adult",
              JsonObject.EMPTY,
              "t" + id + "-" + i,
              BOUGHT,
              BOUGHT));
    }
    return new Order(
        id,
        "R" + id,
        mode,
        OrderState.CONFIRMED,
        PaymentState.PAID,
        customer("Example"),
        BOUGHT,
        BOUGHT,
        "EUR",
        5000,
        0,
        null,
        JsonObject.EMPTY,
        "o" + id,
        all);
  }

  private static Customer customer(String lastName) {
    return new Customer(
        "Ada",
        lastName,
        "ada@example.org",
        null,
        null,
        null,
        new Address(null, null, null, null, null, null));
  }

  void put(String event, Order order) {
    importer.putOrder(ACCOUNT, event, order);
    importer.settle();
    orders.put(order.id(), order);
  }

  Order get(long id) {
    return orders.get(id);
  }

  /** Changes an order as the organiser has it. */
  void change(String event, long id, UnaryOperator<Order> change) {
    put(event, change.apply(orders.get(id)));
  }

  static UnaryOperator<Order> renamed(String lastName) {
    return order -> with(order, order.state(), customer(lastName), order.tickets());
  }

  static UnaryOperator<Order> in(OrderState state) {
    return order -> with(order, state, order.customer(), order.tickets());
  }

  /** Changes one ticket. */
  static UnaryOperator<Order> ticket(int index, TicketState state, String name) {
    return order -> {
      List<Ticket> tickets = new ArrayList<>(order.tickets());
      Ticket old = tickets.get(index);
      tickets.set(
          index,
          new Ticket(
              old.id(),
              old.reference(),
              state,
              name,
              old.email(),
              old.phoneNumber(),
              old.ticketType(),
              old.responses(),
              old.qrCodeIdentifier(),
              old.createdAt(),
              old.updatedAt()));
      return with(order, order.state(), order.customer(), tickets);
    };
  }

  private static Order with(
      Order order, OrderState state, Customer customer, List<Ticket> tickets) {
    return new Order(
        order.id(),
        order.reference(),
        order.mode(),
        state,
        order.paymentState(),
        customer,
        order.createdAt(),
        order.updatedAt(),
        order.currency(),
        order.amount(),
        order.amountRefunded(),
        order.invoice(),
        order.responses(),
        order.qrCodeIdentifier(),
        tickets);
  }

  /** Adds a list: every order of the event is placed anew. */
  void addList(String event, long id) {
    importer.putCheckinList(ACCOUNT, event, id, "Door " + id, true, List.of());
    importer.settle();
  }

  /** Lets a ticket in; returns whether it is in now that was not before. */
  boolean checkIn(String event, Order order, int index) {
    EventDefinition definition = stores.events().readDefinition(ACCOUNT, event).orElseThrow();
    CheckinList list = definition.lists().getFirst();
    CheckinCommand command =
        new CheckinCommand(
            order.mode(), "door", true, true, null, null, Instant.now().plusSeconds(30));
    CheckinOutcome outcome =
        stores
            .checkins()
            .checkInTicket(
                definition, list, order.tickets().get(index).qrCodeIdentifier(), command);
    return outcome instanceof CheckinOutcome.CheckedIn;
  }
}
