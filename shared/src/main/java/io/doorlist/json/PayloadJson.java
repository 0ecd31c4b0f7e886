package io.doorlist.json;

import io.doorlist.domain.JsonObject;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Ticket;
import io.doorlist.domain.webhook.Change;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.List;
import java.util.function.Consumer;

/** Writes the payloads of webhook events. */
public final class PayloadJson {
  private PayloadJson() {}

  public static JsonObject of(Order order, Event event) {
    return new JsonObject(OrderJson.of(order, event).text());
  }

  /** Returns a ticket as its order shows it. */
  public static JsonObject of(Ticket ticket, Event event) {
    return of(ticket, event, json -> {});
  }

  /** Returns a ticket to which something happened at a list that no longer exists. */
  public static JsonObject of(Ticket ticket, Event event, long list) {
    return of(
        ticket,
        event,
        json ->
            json.putObject(
                "checkin_list", gone -> gone.put("id", list).put("name", (String) null)));
  }

  /**
   * Returns a ticket to which something happened at a door, with the check-in list, and with the
   * happening as listHappenings shows it. For a passage it also has the area, and the entries that
   * the passage explains or leaves unexplained.
   */
  public static JsonObject of(
      Ticket ticket, Event event, Area area, Happening happening, Change.AtDoor change) {
    return of(
        ticket,
        event,
        json -> {
          json.put("checkin_list", CheckinListJson.name(happening.list()));
          if (change.isPassage()) {
            json.putObject("area", its -> its.put("slug", area.slug()).put("name", area.name()))
                .putObject("passage", happening, PayloadJson::writePassage);
            List<Long> opens = change.opens(ticket.id());
            List<Long> closes = change.closes(ticket.id());
            if (!opens.isEmpty() || !closes.isEmpty()) {
              json.putNumbers("unexplained", opens).putNumbers("explained", closes);
            }
          }
          json.putObject("happening", its -> HappeningJson.write(its, happening, event));
        });
  }

  private static JsonObject of(Ticket ticket, Event event, Consumer<ObjectWriter> more) {
    Consumer<ObjectWriter> its = json -> OrderJson.write(json, ticket, event);
    return new JsonObject(JsonValue.object(its.andThen(more)).text());
  }

  private static void writePassage(ObjectWriter json, Happening happening) {
    json.put("id", happening.id())
        .put("type", happening.type())
        .putMilliseconds("created_at", happening.createdAt())
        .putMilliseconds("scanned_at", happening.scannedAt())
        .put("scanned_by", happening.scannedBy());
  }
}
