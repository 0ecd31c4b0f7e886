package io.doorlist.webhookrecorder;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Address;
import io.doorlist.domain.order.Customer;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.door.Reentry;
import io.doorlist.ingest.ImportStore;
import io.doorlist.testing.Imports;
import io.doorlist.testing.ListTermsOf;
import io.doorlist.testing.OrderBuilder;
import io.doorlist.testing.Stores;
import io.doorlist.testing.TicketBuilder;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** An organiser who imports orders, changes them, and lets tickets in. */
final class ImportingOrganiser {
  static final String ACCOUNT = "acme";
  private static final Instant BOUGHT = Instant.parse("2026-08-02T10:15:30Z");

  private final Stores stores;
  private final ImportStore importer;
  private final Map<Long, Order> orders = new HashMap<>();

  ImportingOrganiser(Stores stores, String... events) {
    this.stores = stores;
    this.importer = Imports.into(stores);
    importer.putAccount(new Account(ACCOUNT, "Acme Events"));
    for (int i = 0; i < events.length; i++) {
      importer.putEvent(
          new Event(
              ACCOUNT, 7 + i, events[i], "Gala", List.of(new TicketType(1, "adult", "Adult"))));
      importer.putCheckinList(ACCOUNT, events[i], Imports.list(3, "Main door"));
    }
  }

  static Order order(long id, Mode mode, int tickets) {
    List<Ticket> all = new ArrayList<>();
    for (int i = 0; i < tickets; i++) {
      all.add(
          TicketBuilder.ticket(id * 10_000 + i, "adult")
              .reference("R" + id + "-" + i)
              .code("t" + id + "-" + i)
              .name("Guest " + i)
              .at(BOUGHT)
              .build());
    }
    return OrderBuilder.order(id).in(mode).of(customer("Example")).at(BOUGHT).tickets(all).build();
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
    Imports.put(importer, ACCOUNT, event, order);
    importer.settle();
    orders.put(order.id(), order);
  }

  Order get(long id) {
    return orders.get(id);
  }

  /** Changes the organiser's version of an order. */
  void change(String event, long id, UnaryOperator<Order> change) {
    put(event, change.apply(orders.get(id)));
  }

  static UnaryOperator<Order> renamed(String lastName) {
    return order -> OrderBuilder.like(order).of(customer(lastName)).build();
  }

  static UnaryOperator<Order> in(OrderState state) {
    return order -> OrderBuilder.like(order).in(state).build();
  }

  /** Changes one ticket. */
  static UnaryOperator<Order> ticket(int index, TicketState state, String name) {
    return order -> {
      List<Ticket> tickets = new ArrayList<>(order.tickets());
      tickets.set(index, TicketBuilder.like(tickets.get(index)).in(state).name(name).build());
      return OrderBuilder.like(order).tickets(tickets).build();
    };
  }

  /** Adds a list: every order of the event is placed again. */
  void addList(String event, long id) {
    importer.putCheckinList(ACCOUNT, event, Imports.list(id, "Door " + id));
    importer.settle();
  }

  /** Adds a list that people leave and enter again. */
  void addReentryList(String event, long id) {
    ListTerms terms = ListTermsOf.passages(null, Reentry.AFTER_EXIT);
    importer.putCheckinList(ACCOUNT, event, Imports.list(id, "Smoking door", terms));
    importer.settle();
  }

  /** Lets a ticket in at each list; returns whether it was not in before. */
  boolean checkIn(String event, Order order, int index) {
    EventDefinition definition = definition(event);
    String code = order.tickets().get(index).qrCodeIdentifier();
    return definition.lists().stream()
        .map(list -> stores.checkins().checkInTicket(definition, list, code, scan(order.mode())))
        .allMatch(CheckinOutcome.CheckedIn.class::isInstance);
  }

  /** Returns what a phone with a network says of a scan. */
  static Scan scan(Mode mode) {
    return new Scan(mode, "phone", true, true, null, null, Instant.now().plusSeconds(60));
  }

  EventDefinition definition(String event) {
    return stores.events().readDefinition(ACCOUNT, event).orElseThrow();
  }
}
