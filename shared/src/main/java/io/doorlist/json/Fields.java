package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.event.CheckinList;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import java.io.IOException;
import java.time.Instant;
import java.util.Collection;

/** Writes members that several answers have. */
final class Fields {
  private Fields() {}

  /** Writes a number, or {@code null} for {@code null}. */
  static void number(JsonGenerator json, String name, Long number) throws IOException {
    json.writeFieldName(name);
    if (number == null) {
      json.writeNull();
    } else {
      json.writeNumber(number);
    }
  }

  static void numbers(JsonGenerator json, String name, Collection<? extends Number> numbers)
      throws IOException {
    json.writeArrayFieldStart(name);
    for (Number number : numbers) {
      json.writeNumber(number.longValue());
    }
    json.writeEndArray();
  }

  static void texts(JsonGenerator json, String name, Collection<String> texts) throws IOException {
    json.writeArrayFieldStart(name);
    for (String text : texts) {
      json.writeString(text);
    }
    json.writeEndArray();
  }

  /** Writes a timestamp with exactly three digits of a second, or {@code null} for {@code null}. */
  static void milliseconds(JsonGenerator json, String name, Instant time) throws IOException {
    json.writeStringField(name, time == null ? null : Times.milliseconds(time));
  }

  /** Writes an object with an id and a reference. */
  static void ticket(JsonGenerator json, long id, String reference) throws IOException {
    json.writeObjectFieldStart("ticket");
    json.writeNumberField("id", id);
    json.writeStringField("reference", reference);
    json.writeEndObject();
  }

  /** Writes the name of a ticket type, or its slug if the event no longer has it. */
  static void ticketType(JsonGenerator json, Event event, String slug) throws IOException {
    json.writeStringField(
        "ticket_type",
        slug == null ? null : event.ticketType(slug).map(TicketType::name).orElse(slug));
  }

  static void checkinList(JsonGenerator json, CheckinList list) throws IOException {
    checkinList(json, list.id(), list.name());
  }

  /** Writes the id and the name of a check-in list. */
  static void checkinList(JsonGenerator json, long id, String name) throws IOException {
    json.writeObjectFieldStart("checkin_list");
    json.writeNumberField("id", id);
    json.writeStringField("name", name);
    json.writeEndObject();
  }
}
