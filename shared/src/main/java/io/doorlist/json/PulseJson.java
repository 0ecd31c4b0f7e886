package io.doorlist.json;

import com.fasterxml.jackson.core.JsonGenerator;
import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.event.Event;
import io.doorlist.domain.event.TicketType;
import java.io.IOException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;

/** Writes pulses. */
public final class PulseJson {
  private PulseJson() {}

  /**
   * Writes the answer of {@code getPulse}; without {@code at}, only what distinguishes it from
   * another.
   *
   * @param evening that it shows, {@code null} for none
   * @param areas that people may leave and enter again
   */
  public static JsonValue of(
      Event event, Evening evening, List<ListPulse> lists, List<AreaCounts> areas, Instant at) {
    return JsonValue.objectOf(
        json -> {
          if (at != null) {
            json.writeStringField("at", Times.exact(at));
          }
          if (evening != null) {
            json.writeStringField("evening_from", Times.exact(evening.start()));
          }
          json.writeNumberField("people_in", lists.stream().mapToLong(ListPulse::people).sum());
          json.writeArrayFieldStart("lists");
          for (ListPulse list : lists) {
            write(json, evening, list);
          }
          json.writeEndArray();
          json.writeObjectFieldStart("ticket_types");
          for (TicketType type : event.ticketTypes()) {
            json.writeStringField(type.slug(), type.name());
          }
          json.writeEndObject();
          String curve = evening == null ? "inside_per_minute" : "inside_per_quarter";
          AreaJson.write(json, areas, false, curve);
        });
  }

  private static void write(JsonGenerator json, Evening evening, ListPulse pulse)
      throws IOException {
    json.writeStartObject();
    json.writeNumberField("id", pulse.list().id());
    json.writeStringField("name", pulse.list().name());
    json.writeNumberField("admitted_count", pulse.admitted());
    json.writeNumberField("checked_in_count", pulse.checkedIn());
    json.writeNumberField("double_admissions", pulse.doubleAdmissions());
    Fields.numbers(json, "per_minute", pulse.perMinute());
    if (evening != null) {
      Fields.numbers(json, "per_quarter", pulse.perQuarter());
    }
    counts(json, "by_type", pulse.byType());
    counts(json, "by_gate", pulse.byGate());
    counts(json, "refused", pulse.refused());
    json.writeArrayFieldStart("phones");
    for (ListPulse.Phone phone : pulse.phones()) {
      json.writeStartObject();
      json.writeStringField("name", phone.name());
      json.writeStringField("last_scan_at", Times.exact(phone.lastScanAt()));
      json.writeNumberField("last_minute", phone.lastMinute());
      json.writeEndObject();
    }
    json.writeEndArray();
    json.writeEndObject();
  }

  private static void counts(JsonGenerator json, String name, SortedMap<String, Long> counts)
      throws IOException {
    json.writeObjectFieldStart(name);
    for (Map.Entry<String, Long> entry : counts.entrySet()) {
      json.writeNumberField(entry.getKey(), entry.getValue());
    }
    json.writeEndObject();
  }
}
