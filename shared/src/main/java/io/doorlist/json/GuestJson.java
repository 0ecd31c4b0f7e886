package io.doorlist.json;

import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.List;

/** Writes guests as a desk sees them. */
public final class GuestJson {
  private GuestJson() {}

  public static JsonValue of(GuestPart part, Event event) {
    return JsonValue.object(
        json ->
            json.putArray("guests", part.guests(), (object, guest) -> write(object, guest, event))
                .put("version", part.version())
                .put("more", part.more())
                .put("whole", part.whole())
                .putObject("desk", event.deskTerms(), GuestJson::write));
  }

  private static void write(ObjectWriter json, DeskTerms terms) {
    json.putObject(
            "add_guests",
            terms.addGuests(),
            (object, adding) ->
                object
                    .putTexts("ticket_types", adding.ticketTypes())
                    .put("per_hour", adding.perHour()))
        .put("correct_guests", terms.correctGuests())
        .put("names_offline", terms.namesOffline());
  }

  public static JsonValue of(Guest guest, Event event) {
    return JsonValue.object(json -> write(json, guest, event));
  }

  public static JsonValue of(AddGuestOutcome.Added added, List<FoundTicket> similar, Event event) {
    Order order = added.guests().getFirst().order();
    return JsonValue.object(
        json -> {
          json.putObject(
                  "order",
                  object -> object.put("id", order.id()).put("reference", order.reference()))
              .putArray("tickets", added.guests(), (object, guest) -> write(object, guest, event))
              .put(
                  "checkins",
                  JsonValue.array(added.checkins().stream().map(CheckinJson::of).toList()));
          if (added.reason() != null) {
            json.put("reason", added.reason());
          }
          json.putArray(
              "similar",
              similar,
              (object, ticket) ->
                  object
                      .put("id", ticket.id())
                      .put("reference", ticket.reference())
                      .put("name", ticket.name())
                      .put("ticket_type", event.nameOfType(ticket.ticketType()))
                      .put("in", !ticket.checkedIn().isEmpty()));
        });
  }

  private static void write(ObjectWriter json, Guest guest, Event event) {
    Order order = guest.order();
    String type = guest.ticket().ticketType();
    json.put("id", guest.ticket().id())
        .put("reference", guest.ticket().reference())
        .put("order_id", order.id())
        .put("order_reference", order.reference())
        .put("name", guest.ticket().name())
        .put("company", order.customer().companyName())
        .put("ticket_type", event.nameOfType(type))
        .put("ticket_type_slug", type)
        .put("state", guest.ticket().state())
        .put("order_state", order.state())
        .put("payment_state", order.paymentState())
        .put("qr_code_identifier", guest.ticket().qrCodeIdentifier());
    NoteJson.write(json, guest.ticket().note());
    json.putObject("added", order.desk().added(), GuestJson::write)
        .putArray(
            "checked_in",
            guest.checkedIn().entrySet(),
            (object, list) ->
                object
                    .put("checkin_list_id", list.getKey())
                    .putMilliseconds("created_at", list.getValue()));
  }

  private static void write(ObjectWriter json, AddedAtDoor added) {
    json.putMilliseconds("created_at", added.at()).put("by", added.by());
  }
}
