package io.doorlist.json;

import io.doorlist.domain.checkin.AreaCounts;
import io.doorlist.domain.checkin.Evening;
import io.doorlist.domain.checkin.ListPulse;
import io.doorlist.domain.desk.Takings;
import io.doorlist.domain.event.Area;
import io.doorlist.domain.event.Event;
import io.doorlist.json.JsonValue.ObjectWriter;
import java.time.Instant;
import java.time.LocalTime;
import java.util.List;
import java.util.Map;

/** Writes how guests arrive at an event, and how many are inside its areas. */
public final class PulseJson {
  private PulseJson() {}

  /**
   * Writes a pulse. If {@code at} is {@code null}, the text changes only when the pulse says
   * something else.
   *
   * @param names of the guests at whom staff should look, by ticket; {@code null} if the reader may
   *     not see names
   */
  public static JsonValue of(
      Event event,
      Evening evening,
      List<ListPulse> lists,
      List<AreaCounts> areas,
      Map<Long, String> names,
      List<Takings> takings,
      Instant at) {
    String curve = evening == null ? "inside_per_minute" : "inside_per_quarter";
    return JsonValue.object(
        json -> {
          if (at != null) {
            json.put("at", at);
          }
          if (evening != null) {
            json.put("evening_from", evening.start());
          }
          json.put("people_in", lists.stream().mapToLong(ListPulse::people).sum())
              .put("added_in", lists.stream().mapToLong(ListPulse::added).sum())
              .putArray("lists", lists, (object, list) -> write(object, evening, list, names))
              .putObject(
                  "ticket_types",
                  types -> event.ticketTypes().forEach(type -> types.put(type.slug(), type.name())))
              .putArray(
                  "areas",
                  areas,
                  (object, area) -> {
                    write(object, area);
                    object.putNumbers(curve, area.curve());
                  });
          if (event.hasCurrency()) {
            json.putArray("takings", takings, PulseJson::write);
          }
        });
  }

  private static void write(
      ObjectWriter json, Evening evening, ListPulse pulse, Map<Long, String> names) {
    json.put("id", pulse.list().id())
        .put("name", pulse.list().name())
        .put("admitted_count", pulse.admitted())
        .put("checked_in_count", pulse.checkedIn())
        .put("double_admissions", pulse.doubleAdmissions())
        .put("explained_admissions", pulse.explained())
        .putNumbers("per_minute", pulse.perMinute());
    if (evening != null) {
      json.putNumbers("per_quarter", pulse.perQuarter());
    }
    json.putCounts("by_type", pulse.byType())
        .putCounts("by_gate", pulse.byGate())
        .putCounts("refused", pulse.refused())
        .putArray("attention", pulse.attention(), (object, came) -> write(object, came, names))
        .putArray(
            "phones",
            pulse.phones(),
            (object, phone) ->
                object
                    .put("name", phone.name())
                    .put("last_scan_at", phone.lastScanAt())
                    .put("last_minute", phone.lastMinute())
                    .put("waiting", phone.waiting()));
  }

  private static void write(ObjectWriter json, ListPulse.Arrival came, Map<Long, String> names) {
    json.put("ticket_id", came.ticketId())
        .put("reference", came.reference())
        .putMilliseconds("created_at", came.at());
    if (names != null) {
      json.put("name", names.get(came.ticketId()));
    }
  }

  private static void write(ObjectWriter json, Takings takings) {
    json.put("name", takings.by())
        .put("payments", takings.payments())
        .put("amount", takings.amount())
        .put("currency", takings.currency());
  }

  public static JsonValue areas(Event event, List<AreaCounts> areas) {
    return JsonValue.object(
        json ->
            json.put("time_zone", event.timeZone() == null ? "UTC" : event.timeZone().getId())
                .putArray(
                    "areas",
                    areas,
                    (object, area) -> {
                      write(object, area);
                      LocalTime empties = area.doors().area().emptiesAt();
                      object.put("empties_at", empties == null ? null : empties.toString());
                    }));
  }

  private static void write(ObjectWriter json, AreaCounts counts) {
    Area area = counts.doors().area();
    json.put("slug", area.slug())
        .put("name", area.name())
        .put("checkin_lists", CheckinListJson.names(counts.doors().lists()))
        .put("inside", counts.inside())
        .put("peak", counts.peak())
        .put("peak_at", counts.peakAt())
        .put("entries", counts.entries())
        .put("exits", counts.exits())
        .put("unexplained_entries", counts.unexplainedEntries())
        .put("unexplained_exits", counts.unexplainedExits())
        .put("capacity", area.capacity());
  }
}
