package io.doorlist.admin;

import io.doorlist.domain.CheckinCommand;
import io.doorlist.domain.CheckinList;
import io.doorlist.domain.DeliveryState;
import io.doorlist.domain.EventDefinition;
import io.doorlist.domain.IdempotencyKey;
import io.doorlist.domain.JsonObject;
import io.doorlist.domain.Mode;
import io.doorlist.domain.Order;
import io.doorlist.domain.OrderState;
import io.doorlist.domain.Ticket;
import io.doorlist.domain.TicketState;
import io.doorlist.domain.WebhookEvent;
import io.doorlist.domain.WebhookEventType;
import io.doorlist.json.OrderJson;
import io.doorlist.paging.Page;
import io.doorlist.paging.PageRequest;
import io.doorlist.store.Stores;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.Set;
import java.util.SortedMap;
import java.util.TreeMap;

/** What has happened at the doors of the demo events, and what was told of it. Not thread-safe. */
final class DemoActivity {
  private static final Instant DOORS_OPEN = Instant.parse("2026-07-18T16:00:00Z");
  private static final Duration PATIENCE = Duration.ofSeconds(30);

  /** Stands where the token of a device would: it makes loading again harmless. */
  private static final String DEVICE = "demo";

  /** How many of the first orders of an event have been at its doors. */
  private static final int ARRIVED = 30;

  /** Every how many of these orders come in with one scan of the order's own code. */
  private static final int AS_ORDER = 5;

  private final Stores stores;
  private final DemoClock clock;

  DemoActivity(Stores stores, DemoClock clock) {
    this.stores = stores;
    this.clock = clock;
  }

  /** Tells whether all demo data is there: the webhook events of test mode are the last of it. */
  boolean loaded() {
    return told(Mode.TEST).size()
        >= WebhookEventType.values().length * DeliveryState.values().length;
  }

  /** Loads what is not there yet. */
  void load(DemoData data) {
    for (DemoEvent place : data.events()) {
      EventDefinition definition =
          stores.events().readDefinition(DemoEvent.ACCOUNT, place.event().slug()).orElseThrow();
      for (Mode mode : Mode.values()) {
        checkIns(data, place, definition, mode);
      }
    }
    for (Mode mode : Mode.values()) {
      webhookEvents(data, mode);
    }
  }

  private void checkIns(DemoData data, DemoEvent place, EventDefinition definition, Mode mode) {
    Instant now = DOORS_OPEN;
    int orders = Math.min(mode == Mode.LIVE ? ARRIVED : 3, place.orders(mode));
    for (int index = 0; index < orders; index++) {
      Order order = data.order(place, mode, index);
      if (order.state() != OrderState.CONFIRMED) {
        continue;
      }
      for (CheckinList list : definition.lists()) {
        now = now.plusSeconds(11);
        clock.set(now);
        if (index % AS_ORDER == AS_ORDER - 1) {
          checkInOrder(definition, list, order);
        } else if ((index + list.id()) % 3 > 0) {
          checkInTickets(definition, list, order);
        }
      }
    }
  }

  private void checkInOrder(EventDefinition definition, CheckinList list, Order order) {
    SortedMap<String, Integer> wanted = new TreeMap<>();
    for (Ticket ticket : order.tickets()) {
      if (ticket.state() == TicketState.VALID && list.admits(ticket.ticketType())) {
        wanted.merge(ticket.ticketType(), 1, Integer::sum);
      }
    }
    if (!wanted.isEmpty()) {
      CheckinCommand command = command(order.mode(), list, order.id(), true);
      stores.checkins().checkInOrder(definition, list, order.qrCodeIdentifier(), wanted, command);
    }
  }

  private void checkInTickets(EventDefinition definition, CheckinList list, Order order) {
    for (Ticket ticket : order.tickets()) {
      if (ticket.state() == TicketState.VALID && list.admits(ticket.ticketType())) {
        clock.set(clock.instant().plusMillis(1_370));
        CheckinCommand command = command(order.mode(), list, ticket.id(), ticket.id() % 7 != 0);
        stores.checkins().checkInTicket(definition, list, ticket.qrCodeIdentifier(), command);
      }
    }
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

  /** What tells the webhook events of the demo data apart. */
  private record Told(WebhookEventType type, DeliveryState state, long objectId) {}

  private void webhookEvents(DemoData data, Mode mode) {
    Set<Told> told = told(mode);
    Instant now = DOORS_OPEN.minus(Duration.ofDays(100));
    int index = 0;
    for (DeliveryState state : DeliveryState.values()) {
      for (WebhookEventType type : WebhookEventType.values()) {
        DemoEvent place = data.events().get(index % 2);
        Order order = data.order(place, mode, index % place.orders(mode));
        Ticket ticket = order.tickets().getFirst();
        boolean ofOrder = type.objectType().equals("order");
        long id = ofOrder ? order.id() : ticket.id();
        JsonObject object =
            ofOrder
                ? OrderJson.object(order, place.event())
                : OrderJson.object(ticket, place.event());
        now = now.plus(Duration.ofMinutes(47));
        index++;
        if (told.add(new Told(type, state, id))) {
          clock.set(now);
          stores
              .webhookEvents()
              .record(
                  DemoEvent.ACCOUNT,
                  place.event().slug(),
                  mode,
                  type,
                  state,
                  attempts(state, index),
                  now,
                  id,
                  object);
        }
      }
    }
  }

  private static int attempts(DeliveryState state, int index) {
    return switch (state) {
      case PENDING, NOT_SUBSCRIBED -> 0;
      case DELIVERED -> 1 + index % 3;
      case FAILED -> 8;
    };
  }

  private Set<Told> told(Mode mode) {
    Set<Told> told = new HashSet<>();
    Page<WebhookEvent> page;
    long number = 1;
    do {
      PageRequest request = new PageRequest(number++, PageRequest.MAX_ITEMS);
      page = stores.webhookEvents().list(DemoEvent.ACCOUNT, mode, request);
      for (WebhookEvent event : page.items()) {
        told.add(new Told(event.type(), event.state(), event.objectId()));
      }
    } while (number <= page.pages());
    return told;
  }
}
