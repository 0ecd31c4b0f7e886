package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.Checkin;
import io.doorlist.domain.checkin.CheckinOutcome;
import io.doorlist.domain.event.TicketType;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.util.Map;
import java.util.SortedMap;

/** Writes check-ins. */
public final class CheckinJson {
  private CheckinJson() {}

  /** Writes the answer of listCheckins. */
  public static JsonValue page(Page<Checkin> page, Mode mode) {
    return PageJson.of("checkins", page, mode, CheckinJson::writeMembers);
  }

  public static JsonValue of(Checkin checkin) {
    return new JsonValue(json -> write(json, checkin));
  }

  /** Writes the answer of checkInTicket. */
  public static JsonValue of(CheckinOutcome.Admitted outcome) {
    return new JsonValue(json -> write(json, outcome));
  }

  /** Writes the answer of checkInOrder. */
  public static JsonValue of(CheckinOutcome.OrderCheckedIn outcome) {
    return new JsonValue(
        json -> {
          json.writeStartObject();
          json.writeArrayFieldStart("checkins");
          for (CheckinOutcome.Admitted ticket : outcome.tickets()) {
            write(json, ticket);
          }
          json.writeEndArray();
          json.writeFieldName("remaining");
          writeCounts(json, outcome.remaining());
          json.writeEndObject();
        });
  }

  /** Writes an object of ticket type slug to number of tickets. */
  public static JsonValue counts(SortedMap<String, Integer> counts) {
    return new JsonValue(json -> writeCounts(json, counts));
  }

  static void writeCounts(JsonGenerator json, SortedMap<String, Integer> counts)
      throws IOException {
    json.writeStartObject();
    for (Map.Entry<String, Integer> count : counts.entrySet()) {
      json.writeNumberField(count.getKey(), count.getValue());
    }
    json.writeEndObject();
  }

  static void write(JsonGenerator json, Checkin checkin) throws IOException {
    json.writeStartObject();
    writeMembers(json, checkin);
    json.writeEndObject();
  }

  /** Writes a check-in with what the staff should know at the door. */
  private static void write(JsonGenerator json, CheckinOutcome.Admitted in) throws IOException {
    json.writeStartObject();
    writeMembers(json, in.checkin());
    writeType(json, in.type());
    if (in instanceof CheckinOutcome.CheckedIn first && first.party()) {
      json.writeBooleanField("party", true);
    }
    if (in instanceof CheckinOutcome.Reentered again) {
      json.writeObjectFieldStart("passage");
      PassageJson.writeMembers(json, again.passage());
      json.writeEndObject();
      json.writeNumberField("entries", again.entries());
    }
    json.writeEndObject();
  }

  private static void writeType(JsonGenerator json, TicketType type) throws IOException {
    json.writeStringField("note", type == null ? null : type.note());
    json.writeBooleanField("attention", type != null && type.attention());
  }

  private static void writeMembers(JsonGenerator json, Checkin checkin) throws IOException {
    json.writeNumberField("id", checkin.id());
    json.writeObjectFieldStart("ticket");
    json.writeNumberField("id", checkin.ticketId());
    json.writeStringField("reference", checkin.ticketReference());
    json.writeStringField("name", checkin.ticketName());
    json.writeEndObject();
    json.writeStringField("created_at", Times.milliseconds(checkin.createdAt()));
    json.writeBooleanField("qr_code_scanned", checkin.qrCodeScanned());
    json.writeBooleanField("online", checkin.online());
    if (checkin.clockSkew()) {
      json.writeBooleanField("clock_skew", true);
    }
    Fields.milliseconds(json, "scanned_at", checkin.scannedAt());
    json.writeStringField("scanned_by", checkin.scannedBy());
  }
}
