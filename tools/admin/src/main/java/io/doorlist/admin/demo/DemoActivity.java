package io.doorlist.admin.demo;

import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinCommand;
import io.doorlist.domain.checkin.IdempotencyKey;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/** Loads what has happened at the doors of the demo events. Not thread-safe. */
record DemoActivity(Stores stores, DemoClock clock) {
  private static final Instant DOORS_OPEN = Instant.parse("2026-07-18T16:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** The token id of the demo's check-ins; with it, loading twice is harmless. */
  private static final String DEVICE = "demo";

  /** How many orders of an event, from the first, have been at its doors. */
  private static final int ARRIVED = 30;

  /** One in this many of these orders comes in with one scan of the order's code. */
  private static final int AS_ORDER = 5;

  /** An order at a door. */
  private record Visit(
      EventDefinition definition, CheckinList list, Order order, boolean asOrder, Instant at) {}

  /** Returns whether all demo data is there; the last visit is loaded last. */
  boolean loaded(DemoData data) {
    List<Visit> visits = visits(data);
    if (visits.isEmpty()) {
      return false;
    }
    Visit last = visits.getLast();
    String event = last.definition().event().slug();
    Page<Checkin> newest =
        stores
            .checkins()
            .list(
                DemoEvent.ACCOUNT, event, last.list(), last.order().mode(), new PageRequest(1, 1));
    return newest.items().stream()
        .anyMatch(
            checkin ->
                last.order().tickets().stream()
                    .anyMatch(ticket -> ticket.id() == checkin.ticketId()));
  }

  /** Loads what is missing. */
  void load(DemoData data) {
    for (Visit visit : visits(data)) {
      clock.set(visit.at());
      if (visit.asOrder()) {
        checkInOrder(visit.definition(), visit.list(), visit.order());
      } else {
        checkInTickets(visit.definition(), visit.list(), visit.order());
      }
    }
  }

  /** Returns the visits in order; none if the event does not exist. */
  private List<Visit> visits(DemoData data) {
    List<Visit> visits = new ArrayList<>();
    for (DemoEvent place : data.events()) {
      stores
          .events()
          .readDefinition(DemoEvent.ACCOUNT, place.event().slug())
          .ifPresent(
              definition -> {
                for (Mode mode : Mode.values()) {
                  visits.addAll(visits(data, place, definition, mode));
                }
              });
    }
    return visits;
  }

  private static List<Visit> visits(
      DemoData data, DemoEvent place, EventDefinition definition, Mode mode) {
    List<Visit> visits = new ArrayList<>();
    Instant now = DOORS_OPEN;
    int orders = Math.min(mode == Mode.LIVE ? ARRIVED : 3, place.orders(mode));
    for (int index = 0; index < orders; index++) {
      Order order = data.order(place, mode, index);
      for (CheckinList list : definition.lists()) {
        if (order.state() == OrderState.CONFIRMED
            && admitted(list, order).findAny().isPresent()
            && (index % AS_ORDER == AS_ORDER - 1 || (index + list.id()) % 3 > 0)) {
          now = now.plusSeconds(90);
          visits.add(new Visit(definition, list, order, index % AS_ORDER == AS_ORDER - 1, now));
        }
      }
    }
    return visits;
  }

  private static Stream<Ticket> admitted(CheckinList list, Order order) {
    return order.tickets().stream()
        .filter(ticket -> ticket.state() == TicketState.VALID && list.admits(ticket.ticketType()));
  }

  private void checkInOrder(EventDefinition definition, CheckinList list, Order order) {
    SortedMap<String, Integer> wanted = new TreeMap<>();
    admitted(list, order).forEach(ticket -> wanted.merge(ticket.ticketType(), 1, Integer::sum));
    CheckinCommand command = command(order.mode(), list, order.id(), true);
    stores.checkins().checkInOrder(definition, list, order.qrCodeIdentifier(), wanted, command);
  }

  private void checkInTickets(EventDefinition definition, CheckinList list, Order order) {
    admitted(list, order)
        .forEach(
            ticket -> {
              clock.set(clock.instant().plusMillis(1_370));
              CheckinCommand command =
                  command(order.mode(), list, ticket.id(), ticket.id() % 7 != 0);
              stores.checkins().checkInTicket(definition, list, ticket.qrCodeIdentifier(), command);
            });
  }

  private CheckinCommand command(Mode mode, CheckinList list, long id, boolean online) {
    Instant now = clock.instant();
    String key = DEVICE + "-" + list.number() + "-" + id;
    return new CheckinCommand(
        mode,
        DEVICE,
        online,
        id % 11 != 0,
        online ? null : now.minusSeconds(90),
        new IdempotencyKey(key, key),
        now.plus(PATIENCE));
  }
}
