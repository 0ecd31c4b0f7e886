package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.search.FoundTicket;
import io.doorlist.domain.search.SearchOutcome;
import java.io.IOException;
import java.time.Instant;
import java.util.Map;

/** Writes tickets found by a search. */
public final class FoundTicketJson {
  private FoundTicketJson() {}

  /** Writes the answer of {@code searchTickets}. */
  public static JsonValue of(SearchOutcome.Found found, Event event) {
    return JsonValue.objectOf(
        json -> {
          json.writeArrayFieldStart("tickets");
          for (FoundTicket ticket : found.tickets()) {
            write(json, ticket, event);
          }
          json.writeEndArray();
          json.writeBooleanField("more", found.more());
        });
  }

  private static void write(JsonGenerator json, FoundTicket ticket, Event event)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", ticket.id());
    json.writeStringField("reference", ticket.reference());
    json.writeStringField("order_reference", ticket.orderReference());
    json.writeStringField("name", ticket.name());
    Fields.ticketType(json, event, ticket.ticketType());
    json.writeStringField("state", ticket.state().word());
    json.writeStringField("qr_code_identifier", ticket.qrCodeIdentifier());
    json.writeArrayFieldStart("checked_in");
    for (Map.Entry<Long, Instant> list : ticket.checkedIn().entrySet()) {
      json.writeStartObject();
      json.writeNumberField("checkin_list_id", list.getKey());
      json.writeStringField("created_at", Times.milliseconds(list.getValue()));
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }
}
