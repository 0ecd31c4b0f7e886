package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.TicketEvent;
import io.doorlist.paging.Page;
import java.io.IOException;

/** Writes what happened to a ticket. */
public final class TicketHistoryJson {
  private TicketHistoryJson() {}

  /** Writes the answer of {@code getTicketHistory}. */
  public static JsonValue page(Page<TicketEvent> page, Mode mode) {
    return PageJson.of("history", page, mode, TicketHistoryJson::write);
  }

  private static void write(JsonGenerator json, TicketEvent event) throws IOException {
    json.writeStringField("type", event.type().word());
    Fields.number(json, "id", event.id());
    Fields.ticket(json, event.ticketId(), event.ticketReference());
    Fields.checkinList(json, event.list());
    Fields.milliseconds(json, "door_time", event.at());
    Fields.milliseconds(json, "created_at", event.createdAt());
    Fields.milliseconds(json, "scanned_at", event.scannedAt());
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
}
