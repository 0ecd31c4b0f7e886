package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.CheckinOutcome.AlreadyCheckedIn;
import io.doorlist.domain.checkin.CheckinOutcome.NotAdmissible;
import io.doorlist.domain.checkin.TicketLook;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import java.io.IOException;
import java.util.List;
import java.util.Optional;

/** Writes what a door shows of a ticket that is not to be checked in. */
public final class TicketLookJson {
  private TicketLookJson() {}

  /** Writes the answer of {@code getAdmission} for a ticket. */
  public static JsonValue of(TicketLook.Seen seen, Event event) {
    Optional<TicketType> type =
        event
            .ticketType(seen.ticketType())
            .map(its -> seen.note() == null ? its : its.noted(seen.note()));
    return look(
        seen.refusal(),
        json -> {
          json.writeObjectFieldStart("ticket");
          json.writeNumberField("id", seen.ticketId());
          json.writeStringField("reference", seen.ticketReference());
          json.writeStringField("name", seen.name());
          json.writeStringField(
              "ticket_type", type.map(TicketType::name).orElse(seen.ticketType()));
          json.writeStringField("note", type.map(TicketType::note).orElse(null));
          json.writeBooleanField("attention", type.map(TicketType::attention).orElse(false));
          json.writeEndObject();
          if (seen.order() == null) {
            json.writeNullField("order");
          } else {
            writeOrder(json, seen.order());
          }
          json.writeBooleanField("inside", seen.inside());
          json.writeNumberField("entries", seen.entries());
          TicketLook.LastPassage last = seen.last();
          if (last == null) {
            json.writeNullField("last_passage");
          } else {
            json.writeObjectFieldStart("last_passage");
            json.writeStringField("type", last.exit() ? "exit" : "entry");
            json.writeStringField("door_time", Times.milliseconds(last.at()));
            json.writeFieldName("checkin_list");
            CheckinListJson.name(last.list()).write(json);
            json.writeEndObject();
          }
        });
  }

  /** Writes the answer of {@code getAdmission} for an order. */
  public static JsonValue of(TicketLook.SeenOrder seen) {
    return look(
        seen.refusal(),
        json -> {
          json.writeNullField("ticket");
          writeOrder(json, seen);
        });
  }

  private static void writeOrder(JsonGenerator json, TicketLook.SeenOrder seen) throws IOException {
    json.writeObjectFieldStart("order");
    json.writeNumberField("id", seen.orderId());
    json.writeFieldName("ticket_types");
    CheckinJson.writeCounts(json, seen.ticketTypes());
    json.writeFieldName("remaining");
    CheckinJson.writeCounts(json, seen.remaining());
    json.writeEndObject();
  }

  private static JsonValue look(CheckinOutcome refusal, JsonValue.Content subject) {
    return JsonValue.objectOf(
        json -> {
          json.writeStringField("verdict", verdict(refusal));
          json.writeStringField(
              "reason", refusal instanceof NotAdmissible not ? not.reason().word() : null);
          subject.write(json);
          json.writeFieldName("checkin");
          if (refusal instanceof AlreadyCheckedIn already) {
            CheckinJson.write(json, already.first());
          } else {
            json.writeNull();
          }
          json.writeFieldName("admitted_on");
          CheckinListJson.names(refusal instanceof NotAdmissible not ? not.admittedOn() : List.of())
              .write(json);
          if (refusal instanceof NotAdmissible not && not.limit() != null) {
            json.writeStringField(not.limit().kind().word(), Times.exact(not.limit().at()));
          }
          if (refusal instanceof NotAdmissible not && not.explanation() != null) {
            json.writeStringField("explanation", not.explanation().words());
            json.writeFieldName("missing");
            ExplanationJson.missing(not.explanation()).write(json);
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
}
