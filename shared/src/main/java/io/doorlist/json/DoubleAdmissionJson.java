package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.Mode;
import io.doorlist.domain.checkin.DoubleAdmission;
import io.doorlist.domain.event.Event;
import io.doorlist.paging.Page;
import java.io.IOException;

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
    Fields.number(json, "ticket_id", admission.ticketId());
    json.writeStringField("reference", admission.ticketReference());
    Fields.ticketType(json, event, admission.ticketType());
    json.writeStringField("reason", admission.reason());
    Fields.milliseconds(json, "scanned_at", admission.scannedAt());
    json.writeStringField("scanned_by", admission.scannedBy());
    json.writeStringField("created_at", Times.milliseconds(admission.createdAt()));
    json.writeFieldName("checkin");
    if (admission.first() == null) {
      json.writeNull();
    } else {
      CheckinJson.write(json, admission.first());
    }
  }
}
