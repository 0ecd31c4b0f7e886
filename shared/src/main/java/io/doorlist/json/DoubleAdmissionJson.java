package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import io.doorlist.paging.Page;
import java.io.IOException;
import java.time.Instant;

/** Writes double admissions. */
public final class DoubleAdmissionJson {
  private DoubleAdmissionJson() {}

  /** Writes the answer of {@code listDoubleAdmissions}. */
  public static JsonValue page(Page<DoubleAdmission> page, Mode mode, Event event) {
    return PageJson.of("double_admissions", page, mode, (json, each) -> write(json, each, event));
  }

  private static void write(JsonGenerator json, DoubleAdmission admission, Event event)
      throws IOException {
    json.writeNumberField("id", admission.id());
    OrderJson.writeNumber(json, "ticket_id", admission.ticketId());
    json.writeStringField("reference", admission.ticketReference());
    json.writeStringField("ticket_type", typeName(event, admission.ticketType()));
    json.writeStringField("reason", admission.reason());
    Instant scannedAt = admission.scannedAt();
    json.writeStringField("scanned_at", scannedAt == null ? null : Times.milliseconds(scannedAt));
    json.writeStringField("scanned_by", admission.scannedBy());
    json.writeStringField("created_at", Times.milliseconds(admission.createdAt()));
    json.writeFieldName("checkin");
    if (admission.first() == null) {
      json.writeNull();
    } else {
      CheckinJson.write(json, admission.first());
    }
  }

  /** Returns the name of a ticket type, or its slug if the event no longer has it. */
  private static String typeName(Event event, String type) {
    return type == null ? null : event.ticketType(type).map(TicketType::name).orElse(type);
  }
}
