package io.doorlist.webhookrecorder;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.EventDefinition;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.OrderState;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.order.TicketState;
import io.doorlist.domain.webhook.Change;
import io.doorlist.domain.webhook.NewWebhookEvent;
import io.doorlist.domain.webhook.WebhookEventType;
import io.doorlist.json.PayloadJson;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * Creates the webhook events that report changes. There is one for the order if its own members
 * changed or if it got or lost tickets, and one for each changed ticket. The webhook event of a new
 * order covers its tickets. Not thread-safe.
 */
final class WebhookEventFactory {
  private final RecorderStores stores;
  private final List<Change> changes;
  private final Map<EventName, Optional<EventDefinition>> definitions = new HashMap<>();
  private final Map<EventName, Map<Long, Order>> ordersAtDoor = new HashMap<>();

  private record EventName(String account, String event) {
    static EventName of(Change change) {
      return new EventName(change.account(), change.event());
    }
  }

  WebhookEventFactory(RecorderStores stores, List<Change> changes) {
    this.stores = stores;
    this.changes = List.copyOf(changes);
  }

  List<NewWebhookEvent> webhookEvents() {
    readOrders();
    return changes.stream().filter(this::hasEvent).flatMap(change -> of(change).stream()).toList();
  }

  /** Returns whether the event still exists. If it was taken away, nobody is told of the change. */
  private boolean hasEvent(Change change) {
    return find(EventName.of(change)).isPresent();
  }

  /**
   * Reads the orders of tickets at a door, because changes at a door contain only the tickets' ids.
   */
  private void readOrders() {
    Map<EventName, Set<Long>> wanted = new HashMap<>();
    for (Change change : changes) {
      if (change instanceof Change.AtDoor door) {
        wanted.computeIfAbsent(EventName.of(change), any -> new HashSet<>()).addAll(door.tickets());
      }
    }
    wanted.forEach(
        (name, ids) ->
            ordersAtDoor.put(
                name, stores.orders().findByTickets(name.account(), name.event(), ids)));
  }

  private List<NewWebhookEvent> of(Change change) {
    return switch (change) {
      case Change.OrderWritten written -> ofDifference(written);
      case Change.AtDoor door -> atDoor(door);
    };
  }

  private List<NewWebhookEvent> atDoor(Change.AtDoor change) {
    Map<Long, Order> orders = ordersAtDoor.get(EventName.of(change));
    return change.tickets().stream()
        // An order that was erased since then is skipped.
        .filter(orders::containsKey)
        .map(id -> atDoor(change, orders.get(id), id))
        .toList();
  }

  private NewWebhookEvent atDoor(Change.AtDoor change, Order order, long id) {
    Ticket ticket =
        order.tickets().stream().filter(each -> each.id() == id).findFirst().orElseThrow();
    EventDefinition definition = definition(change);
    JsonObject object =
        definition
            .list(change.list())
            .map(list -> atDoor(change, ticket, definition, list))
            .orElseGet(() -> PayloadJson.of(ticket, definition.event(), change.list()));
    return ofTicket(change, change.type(), order, ticket.id(), object);
  }

  private static JsonObject atDoor(
      Change.AtDoor change, Ticket ticket, EventDefinition definition, CheckinList list) {
    Happening happening =
        change.happenings().apply(list).stream()
            .filter(each -> each.ticketId() == ticket.id())
            .findFirst()
            .orElseThrow();
    return PayloadJson.of(
        ticket, definition.event(), definition.area(list).area(), happening, change);
  }

  private List<NewWebhookEvent> ofDifference(Change.OrderWritten written) {
    Order before = written.before();
    Order after = written.after();
    if (before == null) {
      return List.of(ofOrder(written, WebhookEventType.ORDER_CREATED));
    }
    List<NewWebhookEvent> reported = new ArrayList<>();
    Map<Long, Ticket> tickets =
        before.tickets().stream().collect(Collectors.toMap(Ticket::id, Function.identity()));
    boolean sameTickets =
        after.tickets().size() == tickets.size()
            && after.tickets().stream().allMatch(ticket -> tickets.containsKey(ticket.id()));
    if (!sameTickets || !withoutTickets(before).equals(withoutTickets(after))) {
      boolean cancelled =
          after.state() == OrderState.CANCELLED && before.state() != OrderState.CANCELLED;
      reported.add(
          ofOrder(
              written,
              cancelled ? WebhookEventType.ORDER_CANCELLED : WebhookEventType.ORDER_UPDATED));
    }
    for (Ticket ticket : after.tickets()) {
      Ticket old = tickets.get(ticket.id());
      if (old != null && !old.equals(ticket)) {
        boolean voided = ticket.state() == TicketState.VOID && old.state() != TicketState.VOID;
        WebhookEventType type =
            voided ? WebhookEventType.TICKET_VOIDED : WebhookEventType.TICKET_UPDATED;
        JsonObject object = PayloadJson.of(ticket, definition(written).event());
        reported.add(ofTicket(written, type, after, ticket.id(), object));
      }
    }
    return reported;
  }

  private static Order withoutTickets(Order order) {
    return order.with(order.qrCodeIdentifier(), List.of());
  }

  private NewWebhookEvent ofOrder(Change.OrderWritten written, WebhookEventType type) {
    Order order = written.after();
    JsonObject object = PayloadJson.of(order, definition(written).event());
    return webhookEvent(written, written.name(), type, order.id(), object, order);
  }

  private static NewWebhookEvent ofTicket(
      Change change, WebhookEventType type, Order order, long ticket, JsonObject object) {
    return webhookEvent(change, change.name() + "/" + ticket, type, ticket, object, order);
  }

  private static NewWebhookEvent webhookEvent(
      Change change,
      String name,
      WebhookEventType type,
      long objectId,
      JsonObject object,
      Order order) {
    return new NewWebhookEvent(
        change.account(), change.event(), change.mode(), name, type, objectId, object, order.id());
  }

  private EventDefinition definition(Change change) {
    return find(EventName.of(change)).orElseThrow();
  }

  private Optional<EventDefinition> find(EventName name) {
    return definitions.computeIfAbsent(
        name, any -> stores.events().findDefinition(name.account(), name.event()));
  }
}
