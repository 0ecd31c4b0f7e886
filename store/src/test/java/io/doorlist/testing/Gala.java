package io.doorlist.testing;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Scan;
import io.doorlist.domain.checkin.Scan.IdempotencyKey;
import io.doorlist.domain.event.Account;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.event.ListTerms;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.ingest.ImportOutcome;
import io.doorlist.ingest.ImportStore;
import io.doorlist.ingest.ListDefinition;
import io.doorlist.paging.PageRequest;
import java.time.Instant;
import java.time.ZoneId;
import java.util.Collections;
import java.util.List;
import java.util.function.UnaryOperator;

/** An event with three types of tickets and three lists, and orders for it. */
public final class Gala {
  public static final String ACCOUNT = "acme";
  public static final String EVENT = "gala";
  public static final PageRequest ALL = new PageRequest(1, 250);
  public static final long MAIN = 1;
  public static final long VIP = 2;
  public static final long EVERYONE = 3;

  private final Stores stores;
  private final ImportStore importer;

  public Gala(Stores stores) {
    this.stores = stores;
    this.importer = Imports.into(stores);
    importer.putAccount(new Account(ACCOUNT, "Acme"));
    importer.putEvent(event());
    list(MAIN, "adult", "child");
    list(VIP, "vip");
    importer.putCheckinList(ACCOUNT, EVENT, Imports.list(EVERYONE, "Everyone"));
  }

  /** Returns the event without its lists. */
  public static Event event() {
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
    return importer.putCheckinList(
        ACCOUNT, EVENT, new ListDefinition(id, "Door " + id, List.of(types), ListTerms.NONE));
  }

  public ImportOutcome list(ListDefinition list) {
    return importer.putCheckinList(ACCOUNT, EVENT, list);
  }

  public ImportOutcome put(Order order) {
    return Imports.put(importer, ACCOUNT, EVENT, order);
  }

  public EventDefinition definition() {
    return new Doors(stores).definition();
  }

  public CheckinList list(long id) {
    return definition().list(id).orElseThrow();
  }

  public long count(long list) {
    return new Doors(stores).count(list);
  }

  /** Gives the event these areas, by the time of Berlin. */
  public void areas(Area... areas) {
    Imports.areas(importer, event(), ZoneId.of("Europe/Berlin"), areas);
  }

  /** Puts a list on these terms that admits these types, or all if there are none. */
  public ImportOutcome list(long id, ListTerms terms, String... types) {
    return importer.putCheckinList(ACCOUNT, EVENT, Imports.list(id, "List " + id, terms, types));
  }

  /** Returns the type of an adult's ticket, as often. */
  public static String[] adults(int count) {
    return Collections.nCopies(count, "adult").toArray(String[]::new);
  }

  /** Returns an order with one ticket of each type given; its code is "o" followed by its id. */
  public static Order order(long id, String... types) {
    return OrderBuilder.order(id, types).build();
  }

  /** Returns a ticket; its code is "t" followed by its id. */
  public static Ticket ticket(long id, String type) {
    return TicketBuilder.ticket(id, type).build();
  }

  /** Returns the order a second later, in this state, with its tickets changed. */
  public static Order with(Order order, OrderState state, UnaryOperator<Ticket> change) {
    return OrderBuilder.like(order)
        .in(state)
        .updated(order.updatedAt().plusSeconds(1))
        .tickets(order.tickets().stream().map(change).toList())
        .build();
  }

  /** Returns the order a second later, when all of its tickets are void. */
  public static Order voided(Order order) {
    return with(
        order, OrderState.CONFIRMED, each -> with(each, TicketState.VOID, each.ticketType()));
  }

  public static Ticket with(Ticket ticket, TicketState state, String type) {
    return TicketBuilder.like(ticket, type).in(state).build();
  }

  public static Scan scan(String token, String key) {
    IdempotencyKey idempotency = key == null ? null : new IdempotencyKey(key, key, false);
    return new Scan(Mode.LIVE, token, true, true, null, idempotency, Instant.now().plusSeconds(60));
  }
}
