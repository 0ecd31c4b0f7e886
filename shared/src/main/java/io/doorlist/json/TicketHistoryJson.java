package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.time.Instant;

/** Writes what happened to a ticket. */
public final class TicketHistoryJson {
  private TicketHistoryJson() {}

  /** Writes the answer of {@code getTicketHistory}. */
  public static JsonValue page(Page<TicketEvent> page, Mode mode) {
    return PageJson.of("history", page, mode, TicketHistoryJson::write);
  }

  private static void write(JsonGenerator json, TicketEvent event) throws IOException {
    json.writeStringField("type", event.type().word());
    OrderJson.writeNumber(json, "id", event.id());
    json.writeObjectFieldStart("ticket");
    json.writeNumberField("id", event.ticketId());
    json.writeStringField("reference", event.ticketReference());
    json.writeEndObject();
    json.writeObjectFieldStart("checkin_list");
    json.writeNumberField("id", event.list().id());
    json.writeStringField("name", event.list().name());
    json.writeEndObject();
    writeTime(json, "door_time", event.at());
    writeTime(json, "created_at", event.createdAt());
    writeTime(json, "scanned_at", event.scannedAt());
    json.writeStringField("scanned_by", event.scannedBy());
    json.writeFieldName("online");
    if (event.online() == null) {
      json.writeNull();
    } else {
      json.writeBoolean(event.online());
    }
    json.writeBooleanField("unexplained", event.unexplained());
    json.writeBooleanField("undone", event.undone());
    json.writeStringField("reason", event.reason());
    json.writeStringField("request_id", event.requestId());
  }

  private static void writeTime(JsonGenerator json, String name, Instant time) throws IOException {
    json.writeStringField(name, time == null ? null : Times.milliseconds(time));
  }
}
