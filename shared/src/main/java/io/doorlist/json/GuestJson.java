package io.doorlist.json;

import io.doorlist.domain.desk.AddGuestOutcome;
import io.doorlist.domain.desk.Guest;
import io.doorlist.domain.desk.GuestPart;
import io.doorlist.domain.desk.PaymentOutcome;
import io.doorlist.domain.event.DeskTerms;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.order.AddedAtDoor;
import io.doorlist.domain.order.Order;
import io.doorlist.domain.order.Payment;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.util.List;
import java.util.Objects;

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
                .putObject("desk", event.deskTerms(), (desk, terms) -> write(desk, terms, event)));
  }

  private static void write(ObjectWriter json, DeskTerms terms, Event event) {
    json.putObject(
            "add_guests",
            terms.addGuests(),
            (object, adding) ->
                object
                    .putTexts("ticket_types", adding.ticketTypes())
                    .put("per_hour", adding.perHour())
                    .putObject(
                        "prices",
                        prices ->
                            adding.ticketTypes().forEach(type -> putPrice(prices, type, event))))
        .put("correct_guests", terms.correctGuests())
        .put("take_money", terms.takeMoney() && event.hasCurrency())
        .put("currency", event.hasCurrency() ? event.currency() : null)
        .put("names_offline", terms.namesOffline());
  }

  private static void putPrice(ObjectWriter json, String type, Event event) {
    long price = event.priceAtDesk(type);
    if (price > 0) {
      json.put(type, price);
    }
  }

  public static JsonValue of(Guest guest, Event event) {
    return JsonValue.object(json -> write(json, guest, event));
  }

  public static JsonValue of(PaymentOutcome.Taken taken) {
    Payment payment = taken.payment();
    return JsonValue.object(
        json ->
            json.putObject(
                    "payment",
                    object ->
                        object
                            .put("id", payment.key())
                            .put("amount", payment.amount())
                            .putMilliseconds("created_at", payment.at())
                            .put("by", payment.by()))
                .put("due", taken.order().due(payment.currency()))
                .put("collected", taken.order().desk().collected())
                .put("currency", payment.currency()));
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
    json.putObject("added", order.desk().added(), GuestJson::write);
    guest.ticket().badgedAt().ifPresent(at -> json.putMilliseconds("badge_printed_at", at));
    if (event.hasCurrency() && (order.owed() > 0 || !order.desk().payments().isEmpty())) {
      json.putObject("money", money -> writeMoney(money, order, event));
    }
    json.putArray(
        "checked_in",
        guest.checkedIn().entrySet(),
        (object, list) ->
            object
                .put("checkin_list_id", list.getKey())
                .putMilliseconds("created_at", list.getValue()));
  }

  private static void writeMoney(ObjectWriter json, Order order, Event event) {
    json.put("due", order.due(event.currency()))
        .put("collected", order.desk().collected())
        .put("currency", event.currency())
        .putTexts(
            "taken_by",
            order.desk().payments().stream()
                .map(Payment::by)
                .filter(Objects::nonNull)
                .distinct()
                .toList());
  }

  private static void write(ObjectWriter json, AddedAtDoor added) {
    json.putMilliseconds("created_at", added.at()).put("by", added.by());
  }
}
