package io.doorlist.json;

import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.Explanation;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.Explanations;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.domain.search.SearchOutcome;
import io.doorlist.domain.search.SearchOutcome.FoundTicket;
import io.doorlist.door.rules.UnmetRule;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.time.Instant;
import java.util.List;
import java.util.function.Consumer;

/** Writes what a door or a desk shows of tickets without checking them in. */
public final class TicketJson {
  private TicketJson() {}

  public static JsonValue of(TicketLook.Seen seen, Event event, StaffView view) {
    return look(seen.refusal(), view.language(), json -> write(json, seen, event, view));
  }

  public static JsonValue of(TicketLook.SeenByReference seen, Event event, StaffView view) {
    return look(
        seen.ticket().refusal(),
        view.language(),
        json -> {
          json.put("by", "reference").put("qr_code_identifier", seen.code());
          write(json, seen.ticket(), event, view);
        });
  }

  private static void write(ObjectWriter json, TicketLook.Seen seen, Event event, StaffView view) {
    json.putObject("ticket", ticket -> writeTicket(ticket, seen, event, view))
        .putObject("order", seen.order(), TicketJson::writeOrder)
        .put("inside", seen.inside())
        .put("entries", seen.entries())
        .putObject(
            "last_passage",
            seen.last(),
            (object, last) ->
                object
                    .put("type", last.exit() ? "exit" : "entry")
                    .putMilliseconds("door_time", last.at())
                    .put("checkin_list", CheckinListJson.name(last.list())));
  }

  private static void writeTicket(
      ObjectWriter json, TicketLook.Seen seen, Event event, StaffView view) {
    json.put("id", seen.ticketId())
        .put("reference", seen.ticketReference())
        .put("name", seen.name())
        .put("ticket_type", event.nameOfType(seen.ticketType()));
    TicketType type = event.ticketType(seen.ticketType()).orElse(null);
    NoteJson.write(json, type, seen.unpaid(), seen.note(), view);
  }

  public static JsonValue of(TicketLook.SeenOrder seen, String language) {
    return look(
        seen.refusal(),
        language,
        json -> json.put("ticket", (String) null).putObject("order", seen, TicketJson::writeOrder));
  }

  private static void writeOrder(ObjectWriter json, TicketLook.SeenOrder seen) {
    json.put("id", seen.orderId())
        .putCounts("ticket_types", seen.ticketTypes())
        .putCounts("remaining", seen.remaining())
        .putCounts("inside", seen.inside());
  }

  private static JsonValue look(
      CheckinOutcome refusal, String language, Consumer<ObjectWriter> subject) {
    NotAdmissible not = refusal instanceof NotAdmissible its ? its : null;
    return JsonValue.object(
        json -> {
          json.put("verdict", verdict(refusal))
              .put("reason", not == null ? null : not.reason().word());
          subject.accept(json);
          json.put(
                  "checkin",
                  CheckinJson.of(refusal instanceof AlreadyCheckedIn in ? in.first() : null))
              .put(
                  "admitted_on", CheckinListJson.names(not == null ? List.of() : not.admittedOn()));
          if (not != null && not.due() != null) {
            json.put("due", not.due().cents()).put("currency", not.due().currency());
          }
          if (not != null && not.limit() != null) {
            json.put(not.limit().kind().word(), not.limit().at());
          }
          if (not != null && not.explanation() != null) {
            json.put("explanation", Explanations.of(language, not.explanation()))
                .put("missing", missing(not.explanation()));
          }
        });
  }

  private static String verdict(CheckinOutcome refusal) {
    return switch (refusal) {
      case null -> "admissible";
      case AlreadyCheckedIn already -> CheckinOutcome.ALREADY_CHECKED_IN;
      default -> "not_admissible";
    };
  }

  /** Writes the member {@code missing}, which says as data what the rules want. */
  public static JsonValue missing(Explanation explanation) {
    return JsonValue.array(explanation.unmetRules(), TicketJson::write);
  }

  private static void write(ObjectWriter json, UnmetRule unmetRule) {
    json.put("kind", unmetRule.kind().word())
        .put("counted", unmetRule.counted() == null ? null : unmetRule.counted().word())
        .put("number", unmetRule.number())
        .put("at", unmetRule.at() == null ? null : Instant.ofEpochSecond(unmetRule.at()))
        .putTexts("names", unmetRule.names())
        .putNumbers("days", unmetRule.days());
  }

  public static JsonValue of(SearchOutcome.Found found, Event event) {
    return JsonValue.object(
        json ->
            json.putArray(
                    "tickets", found.tickets(), (object, ticket) -> write(object, ticket, event))
                .put("more", found.more()));
  }

  private static void write(ObjectWriter json, FoundTicket ticket, Event event) {
    json.put("id", ticket.id())
        .put("reference", ticket.reference())
        .put("order_reference", ticket.orderReference())
        .put("name", ticket.name())
        .put("ticket_type", event.nameOfType(ticket.ticketType()))
        .put("state", ticket.state())
        .put("qr_code_identifier", ticket.qrCodeIdentifier());
    NoteJson.write(json, ticket.note());
    json.putArray(
        "checked_in",
        ticket.checkedIn().entrySet(),
        (object, list) ->
            object
                .put("checkin_list_id", list.getKey())
                .putMilliseconds("created_at", list.getValue()));
  }
}
