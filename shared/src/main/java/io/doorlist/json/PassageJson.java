package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.checkin.Happening;
import io.doorlist.domain.checkin.TicketPassage;
import io.doorlist.domain.event.Event;
import java.io.IOException;
import java.time.Instant;

/** Writes passages that are no check-ins. */
public final class PassageJson {
  private PassageJson() {}

  /** Writes the answer of {@code createExit}. */
  public static JsonValue of(CheckinOutcome.CheckedOut out, Event event) {
    return JsonValue.objectOf(json -> writeMembers(json, out, event));
  }

  /** Writes the answer of {@code createExit} to the code of an order. */
  public static JsonValue of(CheckinOutcome.OrderCheckedOut out, Event event) {
    return JsonValue.objectOf(
        json -> {
          writeMembers(json, out.tickets().getFirst(), event);
          json.writeArrayFieldStart("exits");
          for (CheckinOutcome.CheckedOut ticket : out.tickets()) {
            of(ticket, event).write(json);
          }
          json.writeEndArray();
        });
  }

  private static void writeMembers(JsonGenerator json, CheckinOutcome.CheckedOut out, Event event)
      throws IOException {
    json.writeObjectFieldStart("passage");
    writeMembers(json, out.passage());
    json.writeEndObject();
    json.writeBooleanField("was_inside", out.wasInside());
    Fields.number(json, "minutes_inside", out.minutesInside());
    json.writeStringField("reference", out.passage().ticketReference());
    json.writeStringField("name", out.ticketName());
    Fields.ticketType(json, event, out.ticketType());
  }

  static void writeMembers(JsonGenerator json, TicketPassage passage) throws IOException {
    writeMembers(
        json,
        passage.id(),
        passage.type(),
        passage.createdAt(),
        passage.scannedAt(),
        passage.scannedBy());
  }

  /** Writes the member {@code passage}. */
  static void write(JsonGenerator json, Happening happening) throws IOException {
    json.writeObjectFieldStart("passage");
    writeMembers(
        json,
        happening.id(),
        happening.type().word(),
        happening.createdAt(),
        happening.scannedAt(),
        happening.scannedBy());
    json.writeEndObject();
  }

  private static void writeMembers(
      JsonGenerator json,
      long id,
      String type,
      Instant createdAt,
      Instant scannedAt,
      String scannedBy)
      throws IOException {
    json.writeNumberField("id", id);
    json.writeStringField("type", type);
    json.writeStringField("created_at", Times.milliseconds(createdAt));
    Fields.milliseconds(json, "scanned_at", scannedAt);
    json.writeStringField("scanned_by", scannedBy);
  }
}
